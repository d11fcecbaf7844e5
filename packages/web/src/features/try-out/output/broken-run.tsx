import {
  ANY_PROVIDER,
  describeFailure,
  NotServedError,
  visible,
  visibleLine,
  withheldTokenNote,
  withProvider,
} from '@tryout/engine';
import { CloudOff } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useSession, useSessionState } from '../../../lib/app-context.ts';
import { MODEL_FIELD } from '../../../lib/routes.ts';
import { Button } from '../../../lib/ui/button.tsx';
import { FailureNote } from '../../../lib/ui/failure-note.tsx';
import { beginRun } from '../begun-with.ts';
import { SENDING_WAY } from '../options/endpoint-input.tsx';
import type { OutputProps } from './output.tsx';
import { RunAgain } from './result-foot.tsx';
import styles from './output.module.css';

/** Why a run brought no result, or not all of it, and the ways on. */
export function BrokenRun(ways: OutputProps) {
  const session = useSession();
  const { status, error, text, reasoning, request } = useSessionState((state) => state.run);
  const hasAskedToSignIn = useAskedToSignIn(error);
  const signIn = useSessionState((state) => state.signIn.status);
  const isPart = text !== '' || reasoning !== undefined;
  if (status === 'canceled')
    return (
      <div className={styles.broken}>
        <p>{isPart ? 'Canceled: the answer is incomplete.' : 'Canceled.'}</p>
        <RunAgain />
      </div>
    );
  if (hasAskedToSignIn && signIn === 'signed-in')
    return (
      <div className={styles.broken}>
        <p>You are signed in again.</p>
        <RunAgain />
      </div>
    );
  if (error instanceof NotServedError) return <NotServed error={error} {...ways} />;
  const withheld = request && withheldTokenNote(session.connection(), request, SENDING_WAY);
  return (
    <div className={styles.broken}>
      {isPart && <h3>Error</h3>}
      {isPart && <p>The answer is incomplete.</p>}
      <FailureNote error={error}>
        {withheld !== undefined && <p>{withheld}</p>}
        <FailureFacts error={error} />
      </FailureNote>
      <RunAgain />
    </div>
  );
}

/** Whether an error is one that asked to sign in again. */
function useAskedToSignIn(error: unknown): boolean {
  const { status, error: asked } = useSessionState((state) => state.signIn);
  const [seen, setSeen] = useState<unknown>();
  if (status === 'expired' && asked === error && seen !== error) setSeen(error);
  return error !== undefined && seen === error;
}

/** What only someone who asks for help needs to know of a failure: the status, the address, the request. */
function FailureFacts({ error }: { readonly error: unknown }) {
  const { message, status, url, requestId } = describeFailure(error);
  const facts = [
    ...(status === null ? [] : [`status ${status}`]),
    ...(url === null || message.includes(url) ? [] : [url]),
    ...(requestId === null ? [] : [`request ${requestId}`]),
  ];
  if (facts.length === 0) return null;
  return <p className={styles.facts}>{facts.map(visibleLine).join(' · ')}</p>;
}

interface NotServedProps extends OutputProps {
  readonly error: NotServedError;
}

/** Nobody serves the model as it was asked for: by whom else, which other model, or where else to run it. */
function NotServed({ error, onEndpoint }: NotServedProps) {
  const session = useSession();
  const [isLooking, setLooking] = useState(false);
  useModelField(isLooking);

  function use(provider: string): void {
    session.setChoices(withProvider(session.getSnapshot().choices, provider));
    beginRun(session);
  }

  function listServed(): void {
    session.listModels({ provider: ANY_PROVIDER });
    setLooking(true);
  }

  return (
    <div role="alert" className={styles.unserved}>
      <CloudOff aria-hidden="true" size={32} className={styles.picture} />
      <p className={styles.message}>{visible(error.message)}</p>
      {error.hint !== undefined && <p className={styles.note}>{visible(error.hint)}</p>}
      <div className={styles.ways}>
        {error.providers.map((provider) => (
          <Button key={provider} onClick={() => use(provider)}>
            Run it at {visibleLine(provider)}
          </Button>
        ))}
        {error.providers.length === 0 && <Button onClick={listServed}>Show models that are served</Button>}
        <Button onClick={onEndpoint}>Use an endpoint</Button>
      </div>
    </div>
  );
}

/** Leads to the choice of a model as soon as the models that were asked for are there. */
function useModelField(isWanted: boolean): void {
  const status = useSessionState((state) => state.models.status);
  useEffect(() => {
    if (!isWanted || status !== 'loaded') return;
    const field = document.getElementById(MODEL_FIELD);
    field?.focus();
    field?.scrollIntoView({ block: 'center' });
  }, [isWanted, status]);
}
