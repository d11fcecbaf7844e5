import { useRef, useState, type ComponentProps, type RefObject } from 'react';
import { classes } from '../classes.ts';
import { useResize } from '../dom-hooks.ts';
import styles from './scroll-box.module.css';

interface ScrollBoxProps extends ComponentProps<'div'> {
  readonly label: string;
  readonly box?: RefObject<HTMLDivElement | null>;
}

/** A scroll container that the keyboard can also scroll when its content overflows. */
export function ScrollBox({ label, box, className, children, ...props }: ScrollBoxProps) {
  const ownBox = useRef<HTMLDivElement>(null);
  const inner = useRef<HTMLDivElement>(null);
  const element = box ?? ownBox;
  const [hasOverflow, setHasOverflow] = useState(false);
  const measure = () => {
    const { scrollWidth, clientWidth, scrollHeight, clientHeight } = element.current!;
    setHasOverflow(scrollWidth > clientWidth || scrollHeight > clientHeight);
  };
  useResize(element, measure);
  useResize(inner, measure);
  return (
    <div
      ref={element}
      className={classes(styles.box, className)}
      {...(hasOverflow && { tabIndex: 0, role: 'group', 'aria-label': label })}
      {...props}
    >
      <div ref={inner} className={styles.inner}>
        {children}
      </div>
    </div>
  );
}
