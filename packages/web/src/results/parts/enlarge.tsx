import { Maximize2, X } from 'lucide-react';
import { useLayoutEffect, useRef, useState, type ReactNode } from 'react';
import { IconButton } from '../../ui/button.tsx';
import { ScrollBox } from '../../ui/panel.tsx';
import styles from './enlarge.module.css';

/** A button that shows an image in the entire window. The image has at most the height `--highest`. */
export function Enlarge({ children }: { readonly children: ReactNode }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const [isOpen, setOpen] = useState(false);
  useLayoutEffect(() => {
    if (isOpen) dialog.current?.showModal();
  }, [isOpen]);
  return (
    <>
      <IconButton label="Enlarge" icon={Maximize2} onClick={() => setOpen(true)} />
      {isOpen && (
        <dialog
          ref={dialog}
          className={styles.dialog}
          aria-label="Enlarged image"
          onClose={() => setOpen(false)}
        >
          <IconButton
            label="Close"
            icon={X}
            className={styles.close}
            onClick={() => dialog.current?.close()}
          />
          <ScrollBox aria-label="Image" className={styles.box}>
            {children}
          </ScrollBox>
        </dialog>
      )}
    </>
  );
}
