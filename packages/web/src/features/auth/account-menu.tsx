import { visibleLine } from '@tryout/engine';
import { ChevronDown } from 'lucide-react';
import { useEffect, useId, useRef, useState, type FocusEvent, type KeyboardEvent } from 'react';
import { Button } from '../../lib/ui/button.tsx';
import { useSession, useSessionState } from '../../lib/session-context.ts';
import { AccountDetails } from './account-details.tsx';
import styles from './account-menu.module.css';

/** Says who is signed in; opened, it says more and leads out. */
export function AccountMenu() {
  const session = useSession();
  const status = useSessionState(({ signIn }) => signIn.status);
  const identity = useSessionState(({ signIn }) => signIn.identity);
  const [isOpen, setOpen] = useState(false);
  const whole = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const id = useId();

  useEffect(() => {
    if (!isOpen) return;
    const onPointer = ({ target }: PointerEvent) => {
      if (!whole.current?.contains(target as Node)) setOpen(false);
    };
    document.addEventListener('pointerdown', onPointer);
    return () => document.removeEventListener('pointerdown', onPointer);
  }, [isOpen]);

  if (status === 'signed-out') return null;

  const toggle = () => {
    setOpen(!isOpen);
    // The hub could not be asked before, perhaps.
    if (!isOpen && !identity && status === 'signed-in') void session.refreshIdentity();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || !isOpen) return;
    event.stopPropagation();
    setOpen(false);
    button.current?.focus();
  };
  const onBlur = ({ relatedTarget }: FocusEvent) => {
    if (relatedTarget && !whole.current?.contains(relatedTarget)) setOpen(false);
  };
  return (
    <div ref={whole} className={styles.account} onKeyDown={onKeyDown} onBlur={onBlur}>
      <Button
        ref={button}
        look="quiet"
        className={styles.button}
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        onClick={toggle}
      >
        <span className={styles.name}>{identity ? visibleLine(identity.name) : 'Account'}</span>
        <ChevronDown aria-hidden="true" size={16} className={styles.sign} />
      </Button>
      {isOpen && (
        <div id={id} className={styles.sheet}>
          <AccountDetails onLeft={() => setOpen(false)} />
        </div>
      )}
    </div>
  );
}
