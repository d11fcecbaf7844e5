import { visibleLine } from '@tryout/engine';
import { Upload, X, type LucideIcon } from 'lucide-react';
import { useRef, type ReactNode } from 'react';
import { classes } from '../../lib/classes.ts';
import { FileButton, IconButton } from '../../ui/button.tsx';
import { FactLine } from '../../ui/panel.tsx';
import { getFieldIds } from '../field.tsx';
import { useDroppedFiles } from './files.ts';
import styles from './file-box.module.css';

interface FileBoxProps {
  readonly name: string;
  /** File types, for example `image/*`. */
  readonly accept: string;
  /** What can be dropped or pasted, for example `image`. */
  readonly what: string;
  readonly icon: LucideIcon;
  readonly fileName: string | undefined;
  readonly facts: readonly string[];
  readonly isReading: boolean;
  readonly disabled: boolean;
  readonly isInvalid: boolean;
  readonly actions: ReactNode;
  readonly children?: ReactNode;
  /** Whether the children are an editor instead of a preview. */
  readonly isEditor?: boolean;
  readonly className?: string | undefined;
  onFile(file: File): void;
  onError(error: unknown): void;
  onText?(text: string): boolean;
  onRemove(): void;
}

/** A file input with a preview; files can be chosen, pasted, or dropped anywhere on the page. */
export function FileBox(props: FileBoxProps) {
  const { name, accept, what, icon: Icon, fileName, facts, isReading, disabled, isInvalid } = props;
  const { onFile, onError, onText, onRemove } = props;
  const box = useRef<HTMLDivElement>(null);
  const isOver = useDroppedFiles({ box, disabled, onFile, onError, onText });
  const ids = getFieldIds(name);
  const remove = () => {
    onRemove();
    document.getElementById(ids.input)?.focus();
  };
  return (
    <div
      ref={box}
      data-file-box=""
      className={classes(
        styles.box,
        !props.children && styles.empty,
        props.isEditor && styles.open,
        isOver && styles.over,
        isInvalid && styles.invalid,
        props.className,
      )}
    >
      {props.children || (
        <div className={styles.drop} aria-hidden="true">
          <Icon size={28} strokeWidth={1.5} />
          <p>
            {isOver ? 'Drop the file here' : `Drop or paste ${/^[aeiou]/.test(what) ? 'an' : 'a'} ${what}`}
          </p>
        </div>
      )}
      <p id={ids.status} className={styles.status}>
        {isReading && 'Reading the file'}
        {!isReading && (fileName === undefined ? 'No file chosen' : <strong>{visibleLine(fileName)}</strong>)}
        {facts.length > 0 && '\u00a0· '}
        <FactLine facts={facts} />
      </p>
      <div className="wrap centered">
        <FileButton
          icon={Upload}
          id={ids.input}
          accept={accept}
          disabled={disabled}
          aria-describedby={`${ids.status} ${ids.note}`}
          aria-invalid={isInvalid}
          onFile={onFile}
        >
          {fileName === undefined ? 'Choose a file' : 'Replace'}
        </FileButton>
        {props.actions}
        {fileName !== undefined && (
          <IconButton label="Remove" icon={X} variant="secondary" disabled={disabled} onClick={remove} />
        )}
      </div>
    </div>
  );
}
