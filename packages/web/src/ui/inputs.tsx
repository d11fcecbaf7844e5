import type { ComponentProps, ReactNode } from 'react';
import { classes } from '../lib/classes.ts';
import styles from './inputs.module.css';

/**
 * Props for a disabled control that stays focusable, so that the focus is not lost during a run. Spread them after all
 * others.
 */
export function getDisabledProps(disabled: boolean | undefined) {
  if (!disabled) return {};
  return {
    'aria-disabled': true,
    onChange: () => undefined,
    onKeyDown: undefined,
    onPaste: undefined,
    onCut: undefined,
    onDrop: undefined,
  };
}

export function TextInput({ className, disabled, readOnly, ...props }: ComponentProps<'input'>) {
  return (
    <input
      className={classes(styles.input, className)}
      readOnly={readOnly || disabled}
      {...props}
      {...getDisabledProps(disabled)}
    />
  );
}

export function TextArea({ className, disabled, readOnly, ...props }: ComponentProps<'textarea'>) {
  return (
    <textarea
      className={classes(styles.input, className)}
      readOnly={readOnly || disabled}
      {...props}
      {...getDisabledProps(disabled)}
    />
  );
}

export function Select({ className, disabled, ...props }: ComponentProps<'select'>) {
  return <select className={classes(styles.input, className)} {...props} {...getDisabledProps(disabled)} />;
}

export function Switch({ children, disabled, ...props }: ComponentProps<'input'>) {
  return (
    <label className={styles.switch}>
      <input type="checkbox" role="switch" {...props} {...getDisabledProps(disabled)} />
      <span>{children}</span>
    </label>
  );
}

interface InputFrameProps {
  readonly label: string;
  readonly htmlFor: string;
  /** Below the label, with the ID `{htmlFor}-hint`. */
  readonly hint?: string;
  readonly aside?: ReactNode;
  readonly children: ReactNode;
}

/** An input with its label. */
export function InputFrame({ label, htmlFor, hint, aside, children }: InputFrameProps) {
  return (
    <div className="stack tight">
      <div className={styles.head}>
        <label htmlFor={htmlFor}>{label}</label>
        {aside}
      </div>
      {hint && (
        <p id={`${htmlFor}-hint`} className="note">
          {hint}
        </p>
      )}
      {children}
    </div>
  );
}
