import { ChevronRight } from 'lucide-react';
import { useId, useState, type ReactNode } from 'react';
import styles from './disclosure.module.css';

interface DisclosureProps {
  readonly title: string;
  /** Next to the title; up to two lines. */
  readonly summary?: ReactNode;
  /** Opens the section, and keeps it open. */
  readonly isNeeded?: boolean;
  readonly children: ReactNode;
}

/** A collapsible section. */
export function Disclosure({ title, summary, isNeeded = false, children }: DisclosureProps) {
  const [isOpen, setOpen] = useState(false);
  if (isNeeded && !isOpen) setOpen(true);
  const id = useId();
  return (
    <div className={styles.disclosure}>
      <button
        type="button"
        className={styles.head}
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        onClick={() => setOpen(!isOpen)}
      >
        <ChevronRight aria-hidden="true" size={18} className={styles.chevron} />
        <span className={styles.title}>{title}</span>
        {summary !== undefined && <span className={styles.summary}>{summary}</span>}
      </button>
      {isOpen && (
        <div id={id} className={styles.body}>
          {children}
        </div>
      )}
    </div>
  );
}
