import { getMessage } from '@tryout/engine';
import { useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { useApp } from '../../state/app-context.ts';
import { SIGN_IN } from '../../state/routes.ts';
import { exportHistory } from '../../state/run-files.ts';
import { forgetUser, listStored } from '../../state/stored/kept.ts';
import { writeValue } from '../../state/stored/values.ts';
import { Button, Toolbar } from '../../ui/button.tsx';
import { useLoaded } from '../../lib/hooks.ts';
import styles from './sign-in.module.css';

const lists = new Intl.ListFormat('en');

/**
 * Asks after signing out what to do with everything that this browser keeps. Nobody can sign in before it is answered.
 * @param isOpen false once it is answered, also before the page reloaded
 */
export default function StoredNotice({ isOpen, onAnswer }: { readonly isOpen: boolean; onAnswer(): void }) {
  const { history } = useApp();
  const navigate = useNavigate();
  const message = useRef<HTMLParagraphElement>(null);
  const [outcome, setOutcome] = useState(isOpen ? undefined : 'Everything was deleted.');
  const answer = () => {
    writeValue('keepOrDelete', undefined);
    onAnswer();
  };
  const { value: kept = [] } = useLoaded('stored', async () => {
    const list = await listStored();
    if (list.length === 0) answer();
    return list;
  });
  if (kept.length === 0 && outcome === undefined) return null;

  const showError = (error: unknown) => setOutcome(getMessage(error));
  const keep = () => {
    setOutcome('Everything was kept.');
    answer();
    // The buttons disappear.
    message.current?.focus();
  };
  const save = () => history().then(exportHistory).then(setOutcome, showError);
  const remove = async () => {
    await forgetUser();
    // The page to return to is the user's, too.
    void navigate(SIGN_IN, { replace: true, state: { isForgotten: true } });
    location.reload();
  };

  return (
    <section aria-label="History" className={styles.signedIn}>
      <p ref={message} role="status" tabIndex={-1}>
        {outcome ??
          `You are signed out. This browser still has ${lists.format(kept)}, for everyone who uses it.`}
      </p>
      {isOpen && (
        <Toolbar>
          <Button onClick={keep}>Keep</Button>
          {kept.some((each) => /^\S+ runs?$/.test(each)) && (
            <Button onClick={() => void save()}>Export runs</Button>
          )}
          <Button onClick={() => void remove().catch(showError)}>Delete</Button>
        </Toolbar>
      )}
    </section>
  );
}
