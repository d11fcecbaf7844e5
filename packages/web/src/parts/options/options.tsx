import {
  placeSummary,
  FLAGS_NOTE,
  isConversational,
  isRunning,
  requestFlags,
  toggleFlag,
  visibleLine,
} from '@tryout/engine';
import { useId } from 'react';
import { useSession, useSessionState } from '../../state/app-context.ts';
import { Disclosure } from '../../ui/disclosure.tsx';
import { loadOnUse } from '../../ui/failure-note.tsx';
import { InputFrame, Select, Switch } from '../../ui/inputs.tsx';
import { FactLine } from '../../ui/panel.tsx';
import { PlaceChoices, useProviders } from './place.tsx';
import { Parameters } from './parameters.tsx';
import styles from './options.module.css';

const Schema = loadOnUse(() => import('./schema.tsx'));

/** Parameters, provider, billing, streaming, caching, loading and the schema of a run. */
export function Options() {
  const choices = useSessionState((state) => state.choices);
  const isChat = useSessionState(isConversational);
  const summary = placeSummary(choices);
  return (
    <>
      <Parameters />
      <Disclosure
        title="Options"
        summary={<FactLine facts={choices.stream === false ? [...summary, 'Streaming off'] : summary} />}
        isNeeded={choices.endpointUrl === ''}
      >
        <OpenOptions />
      </Disclosure>
      {(isChat || choices.schema !== undefined) && (
        <Disclosure
          title="JSON Schema"
          summary={choices.schema === undefined ? 'Answers are texts' : 'Answers are JSON'}
          isNeeded={choices.schema !== undefined}
        >
          <Schema />
        </Disclosure>
      )}
    </>
  );
}

function OpenOptions() {
  const providers = useProviders();
  return (
    <div className={styles.parts}>
      <PlaceChoices providers={providers} />
      <BillTo />
      <Switches isConversational={providers.isConversational} />
    </div>
  );
}

/** The account to bill: the user or an organization; hidden if no organization can pay. */
function BillTo() {
  const session = useSession();
  const { choices, signIn, run } = useSessionState((state) => state);
  const id = useId();
  const { identity } = signIn;
  const { billTo } = choices;
  const payers = (identity?.orgs ?? []).filter(({ canPay }) => canPay).map(({ name }) => name);
  // A restored choice is shown even if it can no longer pay.
  const names = billTo === undefined || payers.includes(billTo) ? payers : [...payers, billTo];
  if (names.length === 0) return null;
  return (
    <InputFrame label="Billed to" htmlFor={id}>
      <Select
        id={id}
        value={billTo ?? ''}
        disabled={isRunning({ run })}
        onChange={(event) => session.setChoices({ ...choices, billTo: event.target.value || undefined })}
      >
        <option value="">{identity ? `${visibleLine(identity.name)} (you)` : 'You'}</option>
        {names.map((name) => (
          <option key={name} value={name}>
            {visibleLine(name)}
          </option>
        ))}
      </Select>
    </InputFrame>
  );
}

/** Streaming, for conversations, and caching and loading. */
function Switches({ isConversational }: { readonly isConversational: boolean }) {
  const session = useSession();
  const disabled = useSessionState(isRunning);
  const choices = useSessionState((state) => state.choices);
  const { stream, ...others } = choices;
  return (
    <>
      {(isConversational || stream !== undefined) && (
        <Switch
          checked={stream !== false}
          disabled={disabled}
          onChange={({ target }) =>
            session.setChoices(target.checked ? others : { ...others, stream: false })
          }
        >
          Stream the answer as it is generated
        </Switch>
      )}
      <fieldset aria-disabled={disabled || undefined} className="stack tight">
        <legend className={styles.legend}>Caching and loading</legend>
        {requestFlags.map(({ name, label }) => (
          <Switch
            key={name}
            checked={choices.flags?.includes(name) === true}
            disabled={disabled}
            onChange={() => session.setChoices(toggleFlag(choices, name))}
          >
            {label}
          </Switch>
        ))}
        <p className="note">{FLAGS_NOTE}</p>
      </fieldset>
    </>
  );
}
