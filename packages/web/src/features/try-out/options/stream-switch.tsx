import { useSession, useSessionState } from '../../../lib/session-context.ts';
import { Switch } from '../../../lib/ui/switch.tsx';

export interface StreamSwitchProps {
  readonly isConversational: boolean;
  readonly disabled: boolean;
}

/** Whether the answer comes word by word; for conversations. */
export function StreamSwitch({ isConversational, disabled }: StreamSwitchProps) {
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
