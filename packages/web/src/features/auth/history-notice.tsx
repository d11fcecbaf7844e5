import { counted, getMessage } from '@tryout/engine';
import { useRef, useState } from 'react';
import { useApp } from '../../state/app-context.ts';
import { forgetPresets } from '../../state/presets.ts';
import { BATCHES } from '../../state/storage/database.ts';
import { exportHistory } from '../../state/run-files.ts';
import { Button, Toolbar } from '../../ui/button.tsx';
import { useLoaded } from '../../lib/hooks.ts';
import styles from './auth.module.css';

/** Asks what to do with the history after signing out. It is kept by default. */
export default function HistoryNotice() {
  const { history } = useApp();
  const message = useRef<HTMLParagraphElement>(null);
  const [outcome, setOutcome] = useState<string>();
  const [isAnswered, setAnswered] = useState(false);
  const { value: entries = [] } = useLoaded('history', async () => (await history()).list());
  if (entries.length === 0) return null;

  function answer(text: string): void {
    setOutcome(text);
    setAnswered(true);
    // The buttons disappear.
    message.current?.focus();
  }
  const showError = (error: unknown) => setOutcome(getMessage(error));
  const save = () => history().then(exportHistory).then(setOutcome, showError);
  const remove = async () => {
    await (await history()).clear();
    indexedDB.deleteDatabase(BATCHES);
    forgetPresets();
  };

  return (
    <section aria-label="History" className={styles.signedIn}>
      <p ref={message} role="status" tabIndex={-1}>
        {outcome ??
          `You are signed out. This browser still has ${counted(entries.length, 'run')} in its history, for everyone who uses it.`}
      </p>
      {!isAnswered && (
        <Toolbar>
          <Button onClick={() => answer('The history was kept.')}>Keep</Button>
          <Button onClick={() => void save()}>Export</Button>
          <Button onClick={() => void remove().then(() => answer('The history was deleted.'), showError)}>
            Delete
          </Button>
        </Toolbar>
      )}
    </section>
  );
}
