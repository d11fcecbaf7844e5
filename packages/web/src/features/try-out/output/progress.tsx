import { clockText, visibleLine, progressText } from '@tryout/engine';
import { X } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useSession, useSessionState } from '../../../state/app-context.ts';
import { useListener } from '../../../lib/dom-hooks.ts';
import { Button } from '../../../ui/button.tsx';
import styles from './output.module.css';

/** Progress of a run, with a button to cancel it. */
export function Progress() {
  const session = useSession();
  const state = useSessionState((now) => now);
  const [elapsed, setElapsed] = useState(0);
  const clock = clockText(elapsed);
  useEffect(() => {
    const start = performance.now();
    const timer = setInterval(() => setElapsed(performance.now() - start), 250);
    return () => clearInterval(timer);
  }, []);
  useListener(document, 'keydown', ({ key, defaultPrevented }) => {
    // Escape closes these first.
    if (key !== 'Escape' || defaultPrevented || document.querySelector(':popover-open, dialog[open]')) return;
    session.cancel();
  });
  const { bytes = 0, total = 0 } = state.run.progress ?? {};
  const isMeasured = total > 0 && bytes < total;

  return (
    <div className={styles.progress}>
      <div className={styles.bar}>
        <progress
          aria-label="Progress of the run"
          className={styles.meter}
          {...(isMeasured && { value: bytes, max: total })}
        />
        <p className={styles.note}>
          {visibleLine(progressText(state))}
          {clock !== '' && <span className={styles.clock}> · {clock}</span>}
          <span className={styles.keys}> · Press Esc to cancel</span>
        </p>
      </div>
      <Button icon={X} onClick={session.cancel} aria-keyshortcuts="Escape">
        Cancel
      </Button>
    </div>
  );
}
