import { useEffect, useRef, useState, type ComponentProps, type RefObject } from 'react';
import { classes } from '../classes.ts';
import styles from './scroll-box.module.css';

interface ScrollBoxProps extends ComponentProps<'div'> {
  /** What is in it, for screen readers. */
  readonly label: string;
  readonly box?: RefObject<HTMLDivElement | null>;
}

/** Scrolls what is larger than it; where something is, by keyboard as well. */
export function ScrollBox({ label, box, className, children, ...props }: ScrollBoxProps) {
  const own = useRef<HTMLDivElement>(null);
  const inner = useRef<HTMLDivElement>(null);
  const element = box ?? own;
  const [isLarger, setLarger] = useState(false);
  useEffect(() => {
    const outside = element.current;
    if (!outside || !inner.current) return;
    const observer = new ResizeObserver(() => {
      const { scrollWidth, clientWidth, scrollHeight, clientHeight } = outside;
      setLarger(scrollWidth > clientWidth || scrollHeight > clientHeight);
    });
    observer.observe(outside);
    observer.observe(inner.current);
    return () => observer.disconnect();
  }, [element]);
  return (
    <div
      ref={element}
      className={classes(styles.box, className)}
      {...(isLarger ? { tabIndex: 0, role: 'group', 'aria-label': label } : {})}
      {...props}
    >
      <div ref={inner} className={styles.inner}>
        {children}
      </div>
    </div>
  );
}
