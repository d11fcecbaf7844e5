import {
  providerLookupText,
  chosenPlaceId,
  listPlaceChoices,
  ENDPOINT,
  ENDPOINT_LABEL,
  findProviders,
  isFailure,
  isRunning,
  getMessage,
  noProviderOptions,
  plainModelId,
  unsentTokenNote,
  visibleLine,
  parseWebUrl,
  withEndpoint,
  withProvider,
  type Connection,
  type PlaceChoice,
  type FoundProviders,
} from '@tryout/engine';
import { useState } from 'react';
import { useSession, useSessionState } from '../../state/app-context.ts';
import { getDisabledProps, TextInput } from '../../ui/inputs.tsx';
import { useLoaded } from '../../lib/hooks.ts';
import styles from './options.module.css';

export const ENDPOINT_INPUT = 'endpoint-url';

/** The command that sends the token to any endpoint; the page has no option for that. */
export const SEND_TOKEN_COMMAND = 'tryout run --send-token';

/** Where the model runs: on any provider, a specific one, or an endpoint. */
export function PlaceChoices({ providers }: { readonly providers: FoundProviders }) {
  const session = useSession();
  const { task, choices, replaced, run } = useSessionState((state) => state);
  const disabled = isRunning({ run });
  const currentId = chosenPlaceId(choices);

  function choose({ id }: PlaceChoice): void {
    session.setChoices(id === ENDPOINT ? withEndpoint(choices, '') : withProvider(choices, id));
  }

  return (
    <fieldset aria-disabled={disabled || undefined} className="stack tight">
      <legend className={styles.legend}>Provider</legend>
      <div className={styles.choices}>
        {listPlaceChoices(task, providers.options, choices).map((choice) => (
          <label key={choice.id} className={styles.choice}>
            <input
              type="radio"
              name="place"
              checked={choice.id === currentId}
              onChange={() => choose(choice)}
              {...getDisabledProps(disabled)}
            />
            <span className={styles.text}>
              <span className={styles.name}>{visibleLine(choice.label)}</span>
              {/* The input below has the URL. */}
              {choice.id === ENDPOINT && choice.id === currentId ? null : (
                <span className="note">{visibleLine(choice.note)}</span>
              )}
            </span>
          </label>
        ))}
      </div>
      {/* A run that is opened changes the URL. */}
      {currentId === ENDPOINT && <EndpointInput key={replaced.length} />}
      <p role="status" className="note">
        {providers.note}
      </p>
    </fieldset>
  );
}

function EndpointInput() {
  const session = useSession();
  const disabled = useSessionState(isRunning);
  const { endpointUrl } = useSessionState((state) => state.choices);
  const [text, setText] = useState(endpointUrl ?? '');
  const id = ENDPOINT_INPUT;
  const connection = session.connection();
  const error = text.trim() === '' ? undefined : getError(text.trim(), connection);
  const note = endpointUrl
    ? unsentTokenNote(connection, { kind: 'endpoint', url: endpointUrl }, SEND_TOKEN_COMMAND)
    : undefined;

  function change(next: string): void {
    setText(next);
    const url = next.trim();
    const isValid = url !== '' && getError(url, connection) === undefined;
    // An invalid URL prevents runs, so that no provider is used by accident.
    session.setChoices(withEndpoint(session.getSnapshot().choices, isValid ? url : ''));
  }

  return (
    <div className="stack tight">
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
      <p id={`${id}-hint`} className="note">
        Requests are sent to exactly this URL.
      </p>
      <p id={`${id}-note`} role="status" className={error === undefined ? 'note' : 'note danger'}>
        {error ?? note}
      </p>
    </div>
  );
}

function getError(url: string, connection: Connection): string | undefined {
  try {
    if (isAllowed(parseWebUrl(url), connection)) return undefined;
    return 'This page can use http:// only for this machine. Enter an https:// URL, or use tryout run --endpoint-url.';
  } catch (error) {
    if (!isFailure(error)) throw error;
    return getMessage(error);
  }
}

/** Whether the page's content security policy allows requests to a URL. */
function isAllowed(url: URL, { hubUrl, inferenceUrl }: Connection): boolean {
  if (url.protocol === 'https:' || url.hostname === '127.0.0.1' || url.hostname === 'localhost') return true;
  return [hubUrl, inferenceUrl].some((base) => new URL(base).origin === url.origin);
}

const noProviders: FoundProviders = { options: noProviderOptions, note: '', isConversational: false };

/** The providers of the chosen model. The note also reports the progress or error of the lookup. */
export function useProviders(): FoundProviders {
  const session = useSession();
  const task = useSessionState((state) => state.task);
  const model = plainModelId(useSessionState((state) => state.model) ?? '');
  // The form is for one task and model.
  const [providers, setProviders] = useState<FoundProviders>();
  const { error } = useLoaded(model || undefined, async (_model, signal) => {
    for await (const update of findProviders(session.connection(), task, model, signal))
      if (!signal.aborted) setProviders(update);
  });
  if (error !== undefined) return { ...noProviders, note: getMessage(error) };
  return providers ?? (model === '' ? noProviders : { ...noProviders, note: providerLookupText(model) });
}
