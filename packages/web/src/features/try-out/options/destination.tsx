import {
  providerLookupText,
  chosenDestination,
  destinationsOf,
  ENDPOINT,
  findProviders,
  isFailure,
  isRunning,
  messageOf,
  noProviderOptions,
  plainModelId,
  visibleLine,
  withEndpoint,
  withProvider,
  type DestinationChoice,
  type FoundProviders,
} from '@tryout/engine';
import { useEffect, useState } from 'react';
import { useSession, useSessionState } from '../../../lib/app-context.ts';
import { disabledProps } from '../../../lib/ui/inputs.tsx';
import { EndpointInput } from './endpoint-input.tsx';
import styles from './options.module.css';

/** Where the model runs: on any provider, a specific one, or an endpoint. */
export function Destination({ found }: { readonly found: FoundProviders }) {
  const session = useSession();
  const { task, choices, replaced, run } = useSessionState((state) => state);
  const disabled = isRunning({ run });
  const chosen = chosenDestination(choices);

  function choose({ id }: DestinationChoice): void {
    session.setChoices(id === ENDPOINT ? withEndpoint(choices, '') : withProvider(choices, id));
  }

  return (
    <fieldset aria-disabled={disabled || undefined} className={styles.group}>
      <legend className={styles.legend}>Provider</legend>
      <div className={styles.choices}>
        {destinationsOf(task, found.options, choices).map((choice) => (
          <label key={choice.id} className={styles.choice}>
            <input
              type="radio"
              name="destination"
              checked={choice.id === chosen}
              onChange={() => choose(choice)}
              {...disabledProps(disabled)}
            />
            <span className={styles.text}>
              <span className={styles.name}>{visibleLine(choice.label)}</span>
              {/* The input below has the URL. */}
              {choice.id === ENDPOINT && choice.id === chosen ? null : (
                <span className={styles.note}>{visibleLine(choice.note)}</span>
              )}
            </span>
          </label>
        ))}
      </div>
      {/* A run that is opened changes the URL. */}
      {chosen === ENDPOINT && <EndpointInput key={replaced.length} />}
      <p role="status" className={styles.note}>
        {found.note}
      </p>
    </fieldset>
  );
}

const none: FoundProviders = { options: noProviderOptions, note: '', isConversational: false };

/** The providers of the chosen model. The note also reports the progress or error of the lookup. */
export function useProviders(): FoundProviders {
  const session = useSession();
  const task = useSessionState((state) => state.task);
  const model = plainModelId(useSessionState((state) => state.model) ?? '');
  const [found, setFound] = useState<FoundProviders & { readonly model: string }>();
  useEffect(() => {
    if (model === '') return;
    const request = new AbortController();
    const { signal } = request;
    const find = async () => {
      try {
        for await (const known of findProviders(session.connection(), task, model, signal)) {
          if (signal.aborted) return;
          setFound({ ...known, model });
        }
      } catch (error) {
        if (signal.aborted) return;
        if (!isFailure(error)) throw error;
        setFound({ ...none, note: messageOf(error), model });
      }
    };
    void find();
    return () => request.abort();
  }, [session, task, model]);
  if (found?.model === model) return found;
  return model === '' ? none : { ...none, note: providerLookupText(model) };
}
