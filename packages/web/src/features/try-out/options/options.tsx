import { runOptions, visibleLine } from '@tryout/engine';
import { useId } from 'react';
import { useSession, useSessionState } from '../../../lib/app-context.ts';
import { Disclosure } from '../../../lib/ui/disclosure.tsx';
import { InputFrame, Select, Switch } from '../../../lib/ui/inputs.tsx';
import { FactLine } from '../../../lib/ui/panel.tsx';
import type { OptionsView } from '../try-out.tsx';
import { Destination, useProviders } from './destination.tsx';
import { ParametersPart } from './parameters.tsx';
import styles from './options.module.css';

interface OptionsProps {
  readonly view: OptionsView;
  onView(view: OptionsView): void;
  readonly disabled: boolean;
}

/** What goes along with the inputs: who answers, who pays, how, and the parameters. */
export function Options({ view, onView, disabled }: OptionsProps) {
  const parameters = useSessionState((state) => state.parameters);
  const choices = useSessionState((state) => state.choices);
  const summary = [
    ...runOptions({ parameters, choices }),
    ...(choices.stream === false ? ['Streaming off'] : []),
  ];
  return (
    <Disclosure
      title="Options"
      summary={<FactLine facts={summary} />}
      isOpen={view.isOpen}
      onToggle={(isOpen) => onView({ isOpen, asked: 0 })}
    >
      <OpenOptions asked={view.asked} disabled={disabled} />
    </Disclosure>
  );
}

function OpenOptions({ asked, disabled }: Pick<OptionsView, 'asked'> & { readonly disabled: boolean }) {
  const found = useProviders();
  return (
    <div className={styles.parts}>
      <Destination key={asked} found={found} isEndpointWanted={asked > 0} disabled={disabled} />
      <BillTo disabled={disabled} />
      <StreamSwitch isConversational={found.isConversational} disabled={disabled} />
      <ParametersPart disabled={disabled} />
    </div>
  );
}

/** Who pays: the person, or one of the organizations that can; nothing where there is none. */
function BillTo({ disabled }: { readonly disabled: boolean }) {
  const session = useSession();
  const identity = useSessionState((state) => state.signIn.identity);
  const choices = useSessionState((state) => state.choices);
  const id = useId();
  const { billTo: chosen } = choices;
  const paying = (identity?.orgs ?? []).filter(({ canPay }) => canPay).map(({ name }) => name);
  // One that was chosen before stays to be seen, whatever is known of it now.
  const names = chosen === undefined || paying.includes(chosen) ? paying : [...paying, chosen];
  if (names.length === 0) return null;

  function choose(name: string): void {
    const { billTo: _billTo, ...others } = choices;
    session.setChoices(name === '' ? others : { ...others, billTo: name });
  }

  return (
    <InputFrame label="Billed to" htmlFor={id}>
      <Select
        id={id}
        value={chosen ?? ''}
        disabled={disabled}
        onChange={(event) => choose(event.target.value)}
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

interface StreamSwitchProps {
  readonly isConversational: boolean;
  readonly disabled: boolean;
}

/** Whether the answer comes word by word; for conversations. */
function StreamSwitch({ isConversational, disabled }: StreamSwitchProps) {
  const session = useSession();
  const choices = useSessionState((state) => state.choices);
  const hasChosen = choices.stream !== undefined;
  if (!isConversational && !hasChosen) return null;

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
      Stream: show the answer while it is being written
    </Switch>
  );
}
