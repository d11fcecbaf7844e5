import { useLayoutEffect, useRef, type ComponentProps, type CSSProperties, type Ref } from 'react';
import { classes } from '../../lib/classes.ts';
import { TextArea } from '../../lib/ui/text-input.tsx';
import styles from './growing-text-area.module.css';

export interface GrowingTextAreaProps extends Omit<ComponentProps<'textarea'>, 'value'> {
  readonly value: string;
  readonly ref?: Ref<HTMLTextAreaElement>;
}

/** Characters from which a text is surely higher than the box may be; measuring a long one takes long. */
const LONG_TEXT = 20_000;

/** Whether the style sheet alone makes it grow. */
const growsByItself = () => CSS.supports('field-sizing', 'content');

/** A text box as high as its text, up to a part of the screen; `rows` is the least. */
export function GrowingTextArea({ className, ref, rows = 1, ...props }: GrowingTextAreaProps) {
  const own = useRef<HTMLTextAreaElement>(null);
  useLayoutEffect(() => {
    const box = own.current;
    if (!box || growsByItself() || props.value.length > LONG_TEXT) return;
    box.style.height = 'auto';
    box.style.height = `${box.scrollHeight + box.offsetHeight - box.clientHeight}px`;
  }, [props.value]);
  return (
    <TextArea
      ref={(box) => {
        own.current = box;
        if (typeof ref === 'function') return ref(box);
        if (ref) ref.current = box;
      }}
      rows={rows}
      style={{ '--rows': rows } as CSSProperties}
      className={classes(styles.growing, props.value.length > LONG_TEXT && styles.long, className)}
      {...props}
    />
  );
}
