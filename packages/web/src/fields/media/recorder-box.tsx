import type { LucideIcon } from 'lucide-react';
import { useEffect, useRef, type ReactNode } from 'react';
import { Button } from '../../ui/button.tsx';
import { FailureNote } from '../../ui/failure-note.tsx';
import { classes } from '../../lib/classes.ts';
import styles from './media.module.css';

export interface RecorderProps {
  /** ID of the field's input, for its label. */
  readonly id: string;
  onRecorded(file: Promise<File>): void;
  onClose(): void;
}

interface RecorderBoxProps extends Pick<RecorderProps, 'id' | 'onClose'> {
  /** Replaces the content. */
  readonly error: unknown;
  readonly className?: string | undefined;
  readonly children: ReactNode;
  readonly icon: LucideIcon;
  /** The main button, which gets the focus when the device is ready. */
  readonly label: string;
  readonly isReady: boolean;
  onClick(): void;
  readonly actions?: ReactNode;
}

/** A camera or microphone in place of a file. */
export function RecorderBox(props: RecorderBoxProps) {
  const { id, error, className, children, icon, label, isReady, onClick, actions, onClose } = props;
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (isReady) button.current?.focus();
  }, [isReady]);
  return (
    <div
      className={classes(styles.recorder, className)}
      onKeyDown={(event) => event.key === 'Escape' && onClose()}
    >
      {error === undefined ? children : <FailureNote error={error} />}
      <div className={styles.actions}>
        {error === undefined && (
          <Button icon={icon} ref={button} id={id} aria-label={label} disabled={!isReady} onClick={onClick}>
            {label}
          </Button>
        )}
        {actions}
        <Button autoFocus onClick={onClose}>
          {error === undefined ? 'Cancel' : 'Close'}
        </Button>
      </div>
    </div>
  );
}
