import {
  providerLookupText,
  chosenDestination,
  type DestinationChoice,
  destinationsOf,
  ENDPOINT,
  findProviders,
  type FoundProviders,
  isFailure,
  messageOf,
  noProviderOptions,
  plainModelId,
  visibleLine,
  withEndpoint,
  withProvider,
} from '@tryout/engine';
import { useEffect, useState } from 'react';
import { useSession, useSessionState } from '../../../lib/app-context.ts';
import { EndpointInput } from './endpoint-input.tsx';
import styles from './options.module.css';

interface DestinationProps {
  readonly found: FoundProviders;
  /** The person was sent here to give an address. */
  readonly isEndpointWanted: boolean;
  readonly disabled: boolean;
}

/** Who answers: whoever serves the model, by a policy, one provider, or an address. */
export function Destination({ found, isEndpointWanted, disabled }: DestinationProps) {
  const session = useSession();
  const task = useSessionState((state) => state.task);
  const choices = useSessionState((state) => state.choices);
  const chosen = chosenDestination(choices);

  function choose({ id }: DestinationChoice): void {
    session.setChoices(id === ENDPOINT ? withEndpoint(choices, '') : withProvider(choices, id));
  }

  return (
    <fieldset disabled={disabled} className={styles.group}>
      <legend className={styles.legend}>Provider</legend>
      <div className={styles.choices}>
        {destinationsOf(task, found.options, choices).map((choice) => (
          <label key={choice.id} className={styles.choice}>
            <input
              type="radio"
              name="destination"
              checked={choice.id === chosen}
              onChange={() => choose(choice)}
            />
            <span className={styles.words}>
              <span className={styles.name}>{visibleLine(choice.label)}</span>
              <span className={styles.note}>{visibleLine(choice.note)}</span>
            </span>
          </label>
        ))}
      </div>
      {chosen === ENDPOINT && <EndpointInput isWanted={isEndpointWanted} disabled={disabled} />}
      <p role="status" className={styles.note}>
        {found.note}
      </p>
    </fieldset>
  );
}

const none: FoundProviders = { options: noProviderOptions, note: '', isConversational: false };

/** The providers of the chosen model. The note also has the state of the lookup, or its error. */
export function useProviders(): FoundProviders {
  const session = useSession();
  const task = useSessionState((state) => state.task);
  const chosen = useSessionState((state) => state.model);
  const model = plainModelId(chosen ?? '');
  const [found, setFound] = useState<FoundProviders & { readonly model: string }>();
  useEffect(() => {
    if (model === '') return;
    const ending = new AbortController();
    const { signal } = ending;
    void ask();
    return () => ending.abort();

    async function ask(): Promise<void> {
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
    }
  }, [session, task, model]);
  if (found?.model === model) return found;
  return model === '' ? none : { ...none, note: providerLookupText(model) };
}
