import type { ComponentProps, ReactNode } from 'react';
import { classes } from '../classes.ts';
import styles from './inputs.module.css';

/** One line that is typed into. */
export function TextInput({ className, ...props }: ComponentProps<'input'>) {
  return <input className={classes(styles.input, className)} {...props} />;
}

/** Several lines; grows with what is typed where the browser knows how (`field-sizing`). */
export function TextArea({ className, ...props }: ComponentProps<'textarea'>) {
  return <textarea className={classes(styles.input, className)} {...props} />;
}

/** One of a few values. */
export function Select({ className, ...props }: ComponentProps<'select'>) {
  return <select className={classes(styles.input, className)} {...props} />;
}

interface SwitchProps extends Omit<ComponentProps<'input'>, 'type' | 'role'> {
  readonly children: ReactNode;
}

/** Something that is on or off at once, without a button to confirm it. */
export function Switch({ children, ...props }: SwitchProps) {
  return (
    <label className={styles.switch}>
      <input type="checkbox" role="switch" {...props} />
      <span>{children}</span>
    </label>
  );
}

interface InputFrameProps {
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
