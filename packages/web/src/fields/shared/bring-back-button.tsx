import { Undo2 } from 'lucide-react';
import { Button } from '../../lib/ui/button.tsx';

export interface BringBackButtonProps {
  /** Id of the input that takes the focus: the button goes when it is pressed. */
  readonly input: string;
  readonly disabled: boolean;
  /** Undefined where there is nothing to bring back: nothing is drawn. */
  readonly onRestore: (() => void) | undefined;
}

/** Brings back what was removed last. */
export function BringBackButton({ input, disabled, onRestore }: BringBackButtonProps) {
  if (!onRestore) return null;
  const restore = () => {
    onRestore();
    document.getElementById(input)?.focus();
  };
  return (
    <Button disabled={disabled} onClick={restore}>
      <Undo2 aria-hidden="true" size={16} />
      Bring back
    </Button>
  );
}
