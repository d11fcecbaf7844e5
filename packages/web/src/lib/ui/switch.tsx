import type { ComponentProps, ReactNode } from 'react';
import styles from './switch.module.css';

export interface SwitchProps extends Omit<ComponentProps<'input'>, 'type' | 'role'> {
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
