import { clockWords, visibleLine, waitingWords } from '@tryout/engine';
import { X } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useSession } from '../../../lib/app-context.ts';
import { Button } from '../../../lib/ui/button.tsx';
import { usePacedState } from './use-paced-state.ts';
import styles from './output.module.css';

/** How a run goes, and the way to end it. */
export function Progress() {
  const session = useSession();
  const state = usePacedState((now) => now);
  const clock = clockWords(useClock());
  useEscape(session.cancel);
  const { progress } = state.run;
  const { bytes, total } = progress ?? { bytes: 0 };
  const isMeasured = total !== undefined && total > 0 && bytes < total;

  return (
    <div className={styles.progress}>
      <div className={styles.bar}>
        <progress
          aria-label="Progress of the run"
          className={styles.meter}
          {...(isMeasured ? { value: bytes, max: total } : {})}
        />
        <p className={styles.note}>
          {visibleLine(waitingWords(state))}
          {clock !== '' && <span className={styles.clock}> · {clock}</span>}
          <span className={styles.keys}> · Esc cancels it</span>
        </p>
      </div>
      <Button onClick={session.cancel} aria-keyshortcuts="Escape">
        <X aria-hidden="true" size={16} />
        Cancel
      </Button>
    </div>
  );
}

/** Calls when Escape is pressed anywhere, unless something nearer has used it. */
function useEscape(onEscape: () => void): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key === 'Escape' && !event.defaultPrevented) onEscape();
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [onEscape]);
}

/** How often it is looked at, in milliseconds. */
const TICK = 250;

/** Milliseconds since the component was drawn first. */
function useClock(): number {
  const [passed, setPassed] = useState(0);
  useEffect(() => {
    const since = performance.now();
    const timer = setInterval(() => setPassed(performance.now() - since), TICK);
    return () => clearInterval(timer);
  }, []);
  return passed;
}
