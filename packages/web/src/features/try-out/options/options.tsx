import { destinationSummary, isRunning, visibleLine, withBillTo } from '@tryout/engine';
import { useId } from 'react';
import { useSession, useSessionState } from '../../../lib/app-context.ts';
import { Disclosure } from '../../../lib/ui/disclosure.tsx';
import { InputFrame, Select, Switch } from '../../../lib/ui/inputs.tsx';
import { FactLine } from '../../../lib/ui/panel.tsx';
import type { OptionsView } from '../try-out.tsx';
import { Destination, useProviders } from './destination.tsx';
import { Parameters } from './parameters.tsx';
import styles from './options.module.css';

interface OptionsProps {
  readonly view: OptionsView;
  onView(view: OptionsView): void;
}

/** Parameters, provider, billing and streaming of a run. */
export function Options({ view, onView }: OptionsProps) {
  const choices = useSessionState((state) => state.choices);
  const summary = destinationSummary(choices);
  return (
    <>
      <Parameters />
      <Disclosure
        title="Options"
        summary={<FactLine facts={choices.stream === false ? [...summary, 'Streaming off'] : summary} />}
        isOpen={view.isOpen}
        onToggle={(isOpen) => onView({ isOpen, endpointRequests: 0 })}
      >
        <OpenOptions endpointRequests={view.endpointRequests} />
      </Disclosure>
    </>
  );
}

function OpenOptions({ endpointRequests }: Pick<OptionsView, 'endpointRequests'>) {
  const found = useProviders();
  return (
    <div className={styles.parts}>
      <Destination key={endpointRequests} found={found} focusEndpoint={endpointRequests > 0} />
      <BillTo />
      <StreamSwitch isConversational={found.isConversational} />
    </div>
  );
}

/** The account to bill: the user or an organization; hidden if no organization can pay. */
function BillTo() {
  const session = useSession();
  const disabled = useSessionState(isRunning);
  const identity = useSessionState((state) => state.signIn.identity);
  const choices = useSessionState((state) => state.choices);
  const id = useId();
  const { billTo } = choices;
  const paying = (identity?.orgs ?? []).filter(({ canPay }) => canPay).map(({ name }) => name);
  // A restored choice is shown even if it can no longer pay.
  const names = billTo === undefined || paying.includes(billTo) ? paying : [...paying, billTo];
  if (names.length === 0) return null;

  return (
    <InputFrame label="Billed to" htmlFor={id}>
      <Select
        id={id}
        value={billTo ?? ''}
        disabled={disabled}
        onChange={(event) => session.setChoices(withBillTo(choices, event.target.value || undefined))}
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

function StreamSwitch({ isConversational }: { readonly isConversational: boolean }) {
  const session = useSession();
  const disabled = useSessionState(isRunning);
  const choices = useSessionState((state) => state.choices);
  if (!isConversational && choices.stream === undefined) return null;

  function change(isOn: boolean): void {
    const { stream: _stream, ...others } = choices;
    session.setChoices(isOn ? others : { ...others, stream: false });
  }

  return (
    <Switch
      checked={choices.stream !== false}
      disabled={disabled}
      onChange={(event) => change(event.target.checked)}
    >
      Stream the answer as it is generated
    </Switch>
  );
}
