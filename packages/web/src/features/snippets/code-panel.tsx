import { Suspense, useState } from 'react';
import { lazily } from '../../lib/lazily.tsx';
import { Disclosure } from '../../lib/ui/disclosure.tsx';
import { Panel } from '../../lib/ui/panel.tsx';
import styles from './code.module.css';

const codeOfRun = lazily(() => import('./code-of-run.tsx').then(({ CodeOfRun }) => CodeOfRun));

/** The code of this very run; what writes and colors it is loaded when it is opened. */
export function CodePanel() {
  const [isOpen, setOpen] = useState(false);
  return (
    <Panel aria-label="Code" className={styles.sheet}>
      <Disclosure
        title="Code"
        summary="this very run in curl, Python and JavaScript"
        isOpen={isOpen}
        onToggle={setOpen}
      >
        <Suspense fallback={<p className={styles.waiting}>Writing the code</p>}>
          <codeOfRun.View />
        </Suspense>
      </Disclosure>
    </Panel>
  );
}
