import {
  ENDPOINT_LABEL,
  isFailure,
  isRunning,
  messageOf,
  webAddress,
  withEndpoint,
  unsentTokenNote,
  type Connection,
} from '@tryout/engine';
import { useState } from 'react';
import { useSession, useSessionState } from '../../../lib/app-context.ts';
import { TextInput } from '../../../lib/ui/inputs.tsx';
import styles from './options.module.css';

export const ENDPOINT_INPUT = 'endpoint-url';

/** The command that sends the token to any endpoint; the page has no option for that (F12). */
export const SEND_TOKEN_COMMAND = 'tryout run --send-token';

export function EndpointInput() {
  const session = useSession();
  const disabled = useSessionState(isRunning);
  const { endpointUrl } = useSessionState((state) => state.choices);
  const [text, setText] = useState(endpointUrl ?? '');
  const id = ENDPOINT_INPUT;
  const connection = session.connection();
  const error = text.trim() === '' ? undefined : errorOf(text.trim(), connection);
  const note = endpointUrl
    ? unsentTokenNote(connection, { server: 'endpoint', url: endpointUrl }, SEND_TOKEN_COMMAND)
    : undefined;

  function change(next: string): void {
    setText(next);
    const url = next.trim();
    const isValid = url !== '' && errorOf(url, connection) === undefined;
    // An invalid URL prevents runs, so that no provider is used by accident.
    session.setChoices(withEndpoint(session.getSnapshot().choices, isValid ? url : ''));
  }

  return (
    <div className={styles.group}>
      <TextInput
        id={id}
        aria-label={ENDPOINT_LABEL}
        type="url"
        inputMode="url"
        placeholder="https://"
        spellCheck={false}
        autoComplete="off"
        value={text}
        disabled={disabled}
        aria-invalid={error !== undefined}
        aria-describedby={`${id}-hint ${id}-note`}
        onChange={(event) => change(event.target.value)}
      />
      <p id={`${id}-hint`} className={styles.note}>
        Requests are sent to exactly this URL.
      </p>
      <p id={`${id}-note`} role="status" className={error === undefined ? styles.note : styles.error}>
        {error ?? note}
      </p>
    </div>
  );
}

function errorOf(url: string, connection: Connection): string | undefined {
  try {
    if (isAllowed(webAddress(url), connection)) return undefined;
    return 'This page can use http:// only for this machine. Enter an https:// URL, or use tryout run --endpoint-url.';
  } catch (error) {
    if (!isFailure(error)) throw error;
    return messageOf(error);
  }
}

/** Whether the page's content security policy allows requests to a URL. */
function isAllowed(url: URL, { hubUrl, inferenceUrl }: Connection): boolean {
  if (url.protocol === 'https:' || url.hostname === '127.0.0.1' || url.hostname === 'localhost') return true;
  return [hubUrl, inferenceUrl].some((base) => new URL(base).origin === url.origin);
}
