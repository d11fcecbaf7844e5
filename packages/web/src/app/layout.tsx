import type { ReactNode } from 'react';
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
  return (
    <div className={styles.page}>
      <header className={styles.header}>
        <a className={styles.home} href="#/" aria-label="Tryout, start page">
          <span aria-hidden="true">🤗</span>
        </a>
        {header}
      </header>
      <main className={styles.main}>{children}</main>
      {notices}
    </div>
  );
}
