import { X } from 'lucide-react';
import { useId, useLayoutEffect, useRef, useState, type ReactNode } from 'react';
import { useLocation } from 'react-router-dom';
import { classes } from '../lib/classes.ts';
import { Button, IconButton, type ButtonProps } from './button.tsx';
import styles from './rail.module.css';

interface RailProps {
  readonly title: string;
  /** Below the title, and visible while the rest scrolls. */
  readonly tools?: ReactNode;
  /** In the middle instead of at the side. */
  readonly isCentered?: boolean;
  onClose(): void;
  readonly children: ReactNode;
}

/** A modal dialog at the side, as wide as the page on phones. */
export function Rail({ title, tools, isCentered, onClose, children }: RailProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  useLayoutEffect(() => {
    const element = dialog.current;
    element?.showModal();
    return () => element?.close();
  }, []);
  return (
    <dialog
      ref={dialog}
      className={classes(styles.rail, isCentered && styles.centered)}
      aria-labelledby={id}
      // A dialog that is gone reports that it closed, when the next one may be open.
      onClose={({ currentTarget }) => currentTarget.isConnected && onClose()}
      onClick={({ target }) => target === dialog.current && onClose()}
    >
      <div className={styles.content}>
        <div className={styles.tools}>
          <div className="line spread">
            <h2 id={id}>{title}</h2>
            <IconButton label="Close" icon={X} onClick={onClose} />
          </div>
          {tools}
        </div>
        {children}
      </div>
    </dialog>
  );
}

/** A function that opens a rail, and the rail, which navigation closes. */
export function useRail(
  rail: (close: () => void) => ReactNode,
): readonly [open: () => void, rail: ReactNode] {
  const { pathname } = useLocation();
  const [openPath, setOpenPath] = useState<string>();
  const isOpen = openPath === pathname;
  if (openPath !== undefined && !isOpen) setOpenPath(undefined);
  return [() => setOpenPath(pathname), isOpen && rail(() => setOpenPath(undefined))];
}

/** A button that opens a rail. */
export function RailButton({ rail, ...props }: ButtonProps & { rail(close: () => void): ReactNode }) {
  const [open, content] = useRail(rail);
  return (
    <>
      <Button variant="quiet" aria-haspopup="dialog" onClick={open} {...props} />
      {content}
    </>
  );
}
