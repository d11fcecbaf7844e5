import {
  chosenDestination,
  destinationsOf,
  ENDPOINT,
  visibleLine,
  withEndpoint,
  withProvider,
  type DestinationChoice,
  type FoundOffers,
} from '@tryout/engine';
import { useSession, useSessionState } from '../../../lib/session-context.ts';
import { EndpointInput } from './endpoint-input.tsx';
import styles from './options.module.css';

export interface DestinationProps {
  readonly found: FoundOffers;
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
        {destinationsOf(task, found.offers, choices).map((choice) => (
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
        {found.told}
      </p>
    </fieldset>
  );
}
