import type { ReactNode } from 'react';
import styles from './input-frame.module.css';

export interface InputFrameProps {
  readonly label: string;
  /** Of the input that the label belongs to. */
  readonly htmlFor: string;
  /** Says more, below the label; for `aria-describedby` it has the id `{htmlFor}-hint`. */
  readonly hint?: string;
  /** Stands beside the label. */
  readonly aside?: ReactNode;
  readonly children: ReactNode;
}

/** The label over an input. */
export function InputFrame({ label, htmlFor, hint, aside, children }: InputFrameProps) {
  return (
    <div className={styles.frame}>
      <div className={styles.head}>
        <label htmlFor={htmlFor}>{label}</label>
        {aside}
      </div>
      {hint !== undefined && (
        <p id={`${htmlFor}-hint`} className={styles.hint}>
          {hint}
        </p>
      )}
      {children}
    </div>
  );
}
