import {
  canRun,
  describeFailure,
  describePartial,
  incompleteNote,
  isConversational,
  NotServedError,
  runSummary,
  unsentTokenNote,
  visible,
  visibleLine,
  withEndpoint,
  withProvider,
} from '@tryout/engine';
import { CloudOff, RotateCcw } from 'lucide-react';
import { useState } from 'react';
import { flushSync } from 'react-dom';
import { useSession, useSessionState } from '../../state/app-context.ts';
import { listAvailable } from '../../state/stored/preferences.ts';
import { Button, Toolbar } from '../../ui/button.tsx';
import { FailureNote } from '../../ui/failure-note.tsx';
import { ENDPOINT_INPUT, SEND_TOKEN_COMMAND } from '../options/place.tsx';
import styles from './output.module.css';
import { FactLine } from '../../ui/panel.tsx';
import { FOCUS_NEXT } from './use-output-panel.ts';

/** Explains why a run has no result or an incomplete one, and what to do next. */
export function RunFailure() {
  const session = useSession();
  const { status, error, partial, request } = useSessionState((state) => state.run);
  const signIn = useSessionState((state) => state.signIn);
  // The error that ended the sign-in, which is over after signing in again.
  const [expiredError, setExpiredError] = useState<unknown>();
  if (signIn.status === 'expired' && signIn.error === error && expiredError !== error) setExpiredError(error);
  const isPartial = partial !== undefined;
  // In a conversation, the answer itself has this note.
  const hasNote = !useSessionState(isConversational) && isPartial;
  if (error instanceof NotServedError) return <NotServed error={error} />;
  const unsentToken = request && unsentTokenNote(session.connection(), request.run.route, SEND_TOKEN_COMMAND);
  const isSignedInAgain = error !== undefined && expiredError === error && signIn.status === 'signed-in';
  return (
    <div className={styles.failure}>
      {status === 'canceled' && <p>Canceled{hasNote && ': the answer is incomplete'}.</p>}
      {status === 'failed' && isSignedInAgain && <p>You are signed in again.</p>}
      {status === 'failed' && !isSignedInAgain && (
        <>
          {isPartial && <h3>Error</h3>}
          {hasNote && <p>{describePartial(error)}.</p>}
          <FailureNote error={error}>
            {unsentToken !== undefined && <p>{unsentToken}</p>}
            <FailureDetails error={error} />
          </FailureNote>
        </>
      )}
    </div>
  );
}

function FailureDetails({ error }: { readonly error: unknown }) {
  const { message, status, url, requestId } = describeFailure(error);
  const details = [
    status === null ? '' : `status ${status}`,
    url === null || message.includes(url) ? '' : url,
    requestId === null ? '' : `request ${requestId}`,
  ].filter((detail) => detail !== '');
  if (details.length === 0) return null;
  return <p className={styles.facts}>{details.map(visibleLine).join(' · ')}</p>;
}

/** The model is unavailable as requested: offers other providers, other models, or an endpoint. */
function NotServed({ error }: { readonly error: NotServedError }) {
  const session = useSession();

  function runOn(provider: string): void {
    session.setChoices(withProvider(session.getSnapshot().choices, provider));
    void session.run();
  }

  function enterEndpoint(): void {
    flushSync(() => session.setChoices(withEndpoint(session.getSnapshot().choices, '')));
    document.getElementById(ENDPOINT_INPUT)?.focus();
  }

  return (
    <div role="alert" className={styles.unavailable}>
      <CloudOff aria-hidden="true" size={32} className="soft" />
      <p className={styles.message}>{visible(error.message)}</p>
      {error.hint !== undefined && <p className={styles.note}>{visible(error.hint)}</p>}
      <div className="wrap centered">
        {error.providers.map((provider) => (
          <Button key={provider} onClick={() => runOn(provider)}>
            Run on {visibleLine(provider)}
          </Button>
        ))}
        {error.providers.length === 0 && (
          <Button onClick={() => listAvailable(session)}>Show available models</Button>
        )}
        <Button onClick={enterEndpoint}>Use an endpoint</Button>
      </div>
    </div>
  );
}

/** How to get a longer answer in the web app. */
export function raiseInOptions(parameter: string): string {
  return `Increase ${parameter} under Parameters.`;
}

/** Summary of a run that ended, notes, and buttons to run again. */
export function RunFooter() {
  const session = useSession();
  const { result } = useSessionState((state) => state.run);
  const isReady = useSessionState(canRun);
  const unsentToken = result && unsentTokenNote(session.connection(), result.run.route, SEND_TOKEN_COMMAND);
  const incomplete = result && incompleteNote(result, raiseInOptions);
  return (
    <div className={styles.footer}>
      {incomplete !== undefined && <p className={styles.stale}>{visibleLine(incomplete)}</p>}
      {result && (
        <p className={styles.note}>
          <FactLine facts={runSummary(result).map(visibleLine)} />
        </p>
      )}
      {unsentToken !== undefined && <p className={styles.note}>{visibleLine(unsentToken)}</p>}
      <Toolbar>
        <Button icon={RotateCcw} {...FOCUS_NEXT} disabled={!isReady} onClick={() => void session.run()}>
          Run again
        </Button>
      </Toolbar>
    </div>
  );
}
