import { loaded } from '@tryout/engine';
import { lazy, useState } from 'react';
import { LoadBoundary } from '../../lib/load-boundary.tsx';
import { Disclosure } from '../../lib/ui/disclosure.tsx';
import { Panel } from '../../lib/ui/panel.tsx';
import styles from './code.module.css';

const CodeSnippets = lazy(() => loaded(() => import('./code-snippets.tsx')));

/** The code of the run, loaded when the panel opens. */
export function CodePanel() {
  const [isOpen, setOpen] = useState(false);
  return (
    <Panel aria-label="Code" className={styles.sheet}>
      <Disclosure
        title="Code"
        summary="this run in curl, Python and JavaScript"
        isOpen={isOpen}
        onToggle={setOpen}
      >
        <LoadBoundary fallback={<p className={styles.waiting}>Loading the code</p>}>
          <CodeSnippets />
        </LoadBoundary>
      </Disclosure>
    </Panel>
  );
}
