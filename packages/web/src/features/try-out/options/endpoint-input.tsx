import {
  type Connection,
  ENDPOINT_LABEL,
  isFailure,
  messageOf,
  webAddress,
  withEndpoint,
  withheldTokenNote,
} from '@tryout/engine';
import { useEffect, useRef, useState } from 'react';
import { useSession, useSessionState } from '../../../lib/app-context.ts';
import { InputFrame, TextInput } from '../../../lib/ui/inputs.tsx';
import styles from './options.module.css';

/** @param isWanted the person was sent here for it: it takes the focus */
export function EndpointInput({
  isWanted,
  disabled,
}: {
  readonly isWanted: boolean;
  readonly disabled: boolean;
}) {
  const session = useSession();
  const { endpointUrl } = useSessionState((state) => state.choices);
  const [text, setText] = useState(endpointUrl ?? '');
  const input = useRef<HTMLInputElement>(null);
  const id = ENDPOINT_INPUT;
  const wrong = text.trim() === '' ? undefined : faultIn(text.trim(), session.connection());
  const note = !endpointUrl ? undefined : endpointNote(session.connection(), endpointUrl);
  useEffect(() => {
    if (isWanted) input.current?.focus();
  }, [isWanted]);

  function change(next: string): void {
    setText(next);
    const typed = next.trim();
    const isUsable = typed !== '' && faultIn(typed, session.connection()) === undefined;
    // What is no address yet sends a run nowhere, least of all to a provider that nobody chose.
    session.setChoices(withEndpoint(session.getSnapshot().choices, isUsable ? typed : ''));
  }

  return (
    <InputFrame
      label={ENDPOINT_LABEL}
      htmlFor={id}
      hint="It is called as given, with the input of this task."
    >
      <TextInput
        ref={input}
        id={id}
        type="url"
        inputMode="url"
        placeholder="https://"
        spellCheck={false}
        autoComplete="off"
        value={text}
        disabled={disabled}
        aria-invalid={wrong !== undefined}
        aria-describedby={`${id}-hint ${id}-note`}
        onChange={(event) => change(event.target.value)}
      />
      <p id={`${id}-note`} role="status" className={wrong === undefined ? styles.note : styles.wrong}>
        {wrong ?? note}
      </p>
    </InputFrame>
  );
}

function faultIn(address: string, connection: Connection): string | undefined {
  try {
    return isInReach(webAddress(address), connection) ? undefined : OUT_OF_REACH;
  } catch (error) {
    if (!isFailure(error)) throw error;
    return messageOf(error);
  }
}

const OUT_OF_REACH =
  'This page reaches http:// on this machine alone. Give an address with https://, or use tryout run --endpoint-url.';

/** What the page's content security policy lets through. */
function isInReach(url: URL, { hubUrl, inferenceUrl }: Connection): boolean {
  if (url.protocol === 'https:' || url.hostname === '127.0.0.1' || url.hostname === 'localhost') return true;
  return [hubUrl, inferenceUrl].some((base) => new URL(base).origin === url.origin);
}

/** The command that sends a token where this page does not. */
export const SENDING_WAY = 'tryout run --send-token';

/** One line where the token does not go along to an address (F12); a page has no switch for that. */
function endpointNote(connection: Connection, url: string): string | undefined {
  return withheldTokenNote(connection, { server: 'endpoint', url }, SENDING_WAY);
}

/** Id of the input for an address of the person's own. */
export const ENDPOINT_INPUT = 'endpoint-url';
