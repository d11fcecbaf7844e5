import { counted, getMessage } from '@tryout/engine';
import { useApp } from '../state/app-context.ts';
import { Button } from './button.tsx';

interface DamagedNoteProps {
  readonly count: number;
  /** Of one record. */
  readonly noun: string;
  onDelete(): Promise<unknown>;
}

/** Says how many stored records were skipped, because they are damaged or of another version. */
export function DamagedNote({ count, noun, onDelete }: DamagedNoteProps) {
  const { notices } = useApp();
  if (count === 0) return null;
  const remove = () => void onDelete().catch((error: unknown) => notices.show(getMessage(error)));
  return (
    <p className="line note">
      {counted(count, `damaged ${noun}`)} skipped.
      <Button variant="quiet" onClick={remove}>
        Delete damaged
      </Button>
    </p>
  );
}
