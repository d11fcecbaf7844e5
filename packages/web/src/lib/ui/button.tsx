import type { LucideIcon } from 'lucide-react';
import type { ComponentProps, ReactNode } from 'react';
import { classes } from '../classes.ts';
import styles from './button.module.css';

interface ButtonProps extends ComponentProps<'button'> {
  /** `primary` for the one thing that a screen is for, `quiet` without a border. */
  readonly look?: 'primary' | 'secondary' | 'quiet';
}

/** A button; of type `button` unless told otherwise, so that none submits by accident. */
export function Button({ look = 'secondary', className, type = 'button', ...props }: ButtonProps) {
  return <button type={type} className={classes(styles.button, styles[look], className)} {...props} />;
}

interface ButtonLinkProps extends Omit<ComponentProps<'a'>, 'href'> {
  /** Where it leads; while that is not known it is disabled. */
  readonly href: string | undefined;
  readonly look?: 'primary' | 'secondary' | 'quiet';
}

/** A link that looks like a button. */
export function ButtonLink({ href, look = 'secondary', className, ...props }: ButtonLinkProps) {
  const target = href === undefined ? { role: 'link', 'aria-disabled': true } : { href };
  return <a className={classes(styles.button, styles[look], className)} {...target} {...props} />;
}

interface IconButtonProps extends Omit<ButtonProps, 'children' | 'aria-label' | 'title'> {
  /** What it does, in a few words: its name for everyone who does not see the picture. */
  readonly label: string;
  readonly icon: LucideIcon;
}

/** A button with a picture in place of words. */
export function IconButton({ label, icon: Icon, className, look = 'quiet', ...props }: IconButtonProps) {
  return (
    <Button
      look={look}
      aria-label={label}
      title={label}
      className={classes(styles.icon, className)}
      {...props}
    >
      <Icon aria-hidden="true" size={18} />
    </Button>
  );
}

interface FileButtonProps extends Omit<ComponentProps<'input'>, 'type' | 'children' | 'onChange'> {
  readonly children: ReactNode;
  onFile(file: File): void;
}

/** A button that asks for a file: the browser's own input, with the looks of a button. */
export function FileButton({ children, onFile, className, ...props }: FileButtonProps) {
  return (
    <label
      className={classes(
        styles.fileButton,
        styles.secondary,
        styles.fileButton,
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
