import { needsConfirmation, visibleLine, type SessionState } from '@tryout/engine';
import { keyLabel } from '../../terminal/keyboard/key.ts';
import { command } from '../hooks/use-keys.ts';
import { usePicker, useTerminal } from '../hooks/use-picker.ts';

const KEY = 'ctrl+s';

/** The request to confirm the endpoint of a file or a link; undefined if nothing has to be confirmed. */
export function useEndpointConfirmation(state: SessionState) {
  const { session, notify } = usePicker();
  const { terminal } = useTerminal();
  const { endpointUrl = '' } = state.choices;
  if (!needsConfirmation(state)) return undefined;
  const host = URL.canParse(endpointUrl) ? new URL(endpointUrl).host : endpointUrl;
  function confirm(): void {
    session.confirmEndpoint();
    notify(`Runs are sent to ${visibleLine(host)}.`);
  }
  return {
    text: visibleLine(`Press ${keyLabel(KEY, terminal)} to allow sending to ${host}: ${endpointUrl}`),
    command: command(KEY, 'confirm endpoint', 'Allow sending to the endpoint of a file or link', confirm),
  };
}
