import type { ReactNode } from 'react';
import styles from './layout.module.css';

/** The yellow page around every screen. */
export function Layout({ header, children }: { readonly header?: ReactNode; readonly children: ReactNode }) {
  return (
    <div className={styles.page}>
      <header className={styles.header}>
        <a className={styles.home} href="#/" aria-label="Tryout, start page">
          <span aria-hidden="true">🤗</span>
        </a>
        {header}
      </header>
      <main className={styles.main}>{children}</main>
    </div>
  );
}
