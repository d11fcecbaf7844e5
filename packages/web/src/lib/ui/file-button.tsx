import type { ComponentProps, ReactNode } from 'react';
import { classes } from '../classes.ts';
import buttonStyles from './button.module.css';
import styles from './file-button.module.css';

export interface FileButtonProps extends Omit<ComponentProps<'input'>, 'type' | 'children' | 'onChange'> {
  readonly children: ReactNode;
  onFile(file: File): void;
}

/** A button that asks for a file: the browser's own input, with the looks of a button. */
export function FileButton({ children, onFile, className, ...props }: FileButtonProps) {
  return (
    <label
      className={classes(
        buttonStyles.button,
        buttonStyles.secondary,
        styles.button,
        props.disabled && styles.disabled,
        className,
      )}
    >
      {children}
      <input
        type="file"
        className={styles.input}
        {...props}
        onChange={({ target }) => {
          const file = target.files?.[0];
          // The same file can be chosen again, for example after it was changed.
          target.value = '';
          if (file) onFile(file);
        }}
      />
    </label>
  );
}
