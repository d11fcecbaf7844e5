import type { LucideIcon } from 'lucide-react';
import { classes } from '../classes.ts';
import { Button, type ButtonProps } from './button.tsx';
import styles from './icon-button.module.css';

export interface IconButtonProps extends Omit<ButtonProps, 'children' | 'aria-label' | 'title'> {
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
