import { useRef, type ReactNode } from 'react';
import styles from './layout.module.css';

export interface LayoutProps {
  /** Stands beside the link home. */
  readonly header?: ReactNode;
  /** Lies over the foot of the page. */
  readonly notices?: ReactNode;
  readonly children: ReactNode;
}

/** The yellow page around every screen. */
export function Layout({ header, notices, children }: LayoutProps) {
  const main = useRef<HTMLElement>(null);
  return (
    <div className={styles.page}>
      <button type="button" className={styles.skip} onClick={() => main.current?.focus()}>
        Skip to content
      </button>
      <header className={styles.header}>
        <a className={styles.home} href="#/" aria-label="Tryout, start page">
          <span aria-hidden="true">🤗</span>
        </a>
        {header}
      </header>
      <main ref={main} tabIndex={-1} className={styles.main}>
        {children}
      </main>
      {notices}
    </div>
  );
}
