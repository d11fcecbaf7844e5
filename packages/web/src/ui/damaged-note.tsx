import { counted } from '@tryout/engine';
import { Button } from './button.tsx';

/** Says how many stored records were skipped, because they are damaged or of another version. */
export function DamagedNote(props: { readonly count: number; readonly noun: string; onDelete(): void }) {
  const { count, noun, onDelete } = props;
  if (count === 0) return null;
  return (
    <p className="line note">
      {counted(count, `damaged ${noun}`)} skipped.
      <Button variant="quiet" onClick={onDelete}>
        Delete damaged
      </Button>
    </p>
  );
}
