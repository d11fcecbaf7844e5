import type { LucideIcon } from 'lucide-react';
import type { ComponentProps, MouseEvent, ReactNode } from 'react';
import { classes } from '../lib/classes.ts';
import { VisuallyHidden } from './panel.tsx';
import styles from './button.module.css';

export interface ButtonProps extends ComponentProps<'button'> {
  /** `primary` for the main action of a screen, `quiet` without a border, `undo` in a line of text. */
  readonly variant?: 'primary' | 'secondary' | 'quiet' | 'undo';
  readonly icon?: LucideIcon;
  /** Shows the icon only; the text is for screen readers and, as a tooltip, in `title`. */
  readonly isIconOnly?: boolean | undefined;
  /** Shows the icon only where its toolbar is narrow. */
  readonly isCollapsible?: boolean;
}

/** A button that stays focusable while it is disabled, so that the focus is not lost during a run. */
export function Button(all: ButtonProps) {
  const {
    variant = 'secondary',
    icon: Icon,
    className,
    disabled,
    onClick,
    children,
    isIconOnly,
    isCollapsible = false,
    ...props
  } = all;
  return (
    <button
      type="button"
      className={classes(
        styles.button,
        styles[variant],
        isIconOnly && styles.icon,
        isCollapsible && styles.collapsible,
        className,
      )}
      aria-disabled={disabled || undefined}
      onClick={disabled ? ignoreClick : onClick}
      {...props}
    >
      {Icon && <Icon aria-hidden="true" size={isIconOnly || isCollapsible ? 18 : 16} />}
      {isIconOnly ? <VisuallyHidden>{children}</VisuallyHidden> : children}
    </button>
  );
}

function ignoreClick(event: MouseEvent): void {
  event.preventDefault();
}

interface ButtonLinkProps extends ComponentProps<'a'> {
  readonly href: string | undefined;
  readonly variant?: ButtonProps['variant'];
}

/** A link styled as a button. */
export function ButtonLink({ href, variant = 'secondary', className, ...props }: ButtonLinkProps) {
  const target = href === undefined ? { role: 'link', 'aria-disabled': true } : { href };
  return <a className={classes(styles.button, styles[variant], className)} {...target} {...props} />;
}

interface IconButtonProps extends Omit<ButtonProps, 'children' | 'isIconOnly'> {
  readonly label: string;
  readonly icon: LucideIcon;
}

export function IconButton({ label, variant = 'quiet', ...props }: IconButtonProps) {
  return (
    <Button isIconOnly variant={variant} title={label} {...props}>
      {label}
    </Button>
  );
}

/** A row of small buttons without borders. */
export function Toolbar({ className, ...props }: ComponentProps<'div'>) {
  return <div className={classes(styles.toolbar, className)} {...props} />;
}

interface FileButtonProps extends Omit<ComponentProps<'input'>, 'type' | 'children' | 'onChange'> {
  readonly icon: LucideIcon;
  readonly children: ReactNode;
  /** @param files all that were chosen, with `multiple` or `webkitdirectory` */
  onFile(file: File, files: readonly File[]): void;
}

/** A file input styled as a button. */
export function FileButton({ icon: Icon, children, onFile, disabled, ...props }: FileButtonProps) {
  return (
    <label
      className={classes(
        styles.button,
        styles.secondary,
        styles.fileButton,
        disabled && styles.disabledFileButton,
      )}
    >
      <Icon aria-hidden="true" size={16} />
      {children}
      <input
        type="file"
        className={styles.input}
        {...props}
        aria-disabled={disabled || undefined}
        onClick={disabled ? ignoreClick : undefined}
        onChange={({ target }) => {
          const files = [...(target.files ?? [])];
          // Lets the user choose the same file again after it has changed.
          target.value = '';
          if (files[0]) onFile(files[0], files);
        }}
      />
    </label>
  );
}
