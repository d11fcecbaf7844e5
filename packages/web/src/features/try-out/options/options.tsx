import { runOptions } from '@tryout/engine';
import { useSessionState } from '../../../lib/session-context.ts';
import { Disclosure } from '../../../lib/ui/disclosure.tsx';
import { FactLine } from '../../../lib/ui/fact-line.tsx';
import type { OptionsView } from '../try-out-screen.tsx';
import { Destination } from './destination.tsx';
import { BillTo } from './bill-to.tsx';
import { ParametersPart } from './parameters-part.tsx';
import { StreamSwitch } from './stream-switch.tsx';
import { useOffers } from './use-offers.ts';
import styles from './options.module.css';

export interface OptionsProps {
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
  const found = useOffers();
  return (
    <div className={styles.parts}>
      <Destination key={asked} found={found} isEndpointWanted={asked > 0} disabled={disabled} />
      <BillTo disabled={disabled} />
      <StreamSwitch isConversational={found.isConversational} disabled={disabled} />
      <ParametersPart disabled={disabled} />
    </div>
  );
}
