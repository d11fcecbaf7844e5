import { getUnconfirmed, visibleLine, type SessionState } from '@tryout/engine';
import { keyLabel } from '../../terminal/keyboard/key.ts';
import { command } from '../hooks/use-keys.ts';
import { usePicker, useTerminal } from '../hooks/use-picker.ts';

const KEY = 'ctrl+s';

/** The request to confirm what a file or a link chose; undefined if nothing has to be confirmed. */
export function useConfirmation(state: SessionState) {
  const { session, notify } = usePicker();
  const { terminal } = useTerminal();
  const { endpointUrl = '', billTo = '' } = state.choices;
  const [name] = getUnconfirmed(state);
  if (name === undefined) return undefined;
  const host = URL.canParse(endpointUrl) ? new URL(endpointUrl).host : endpointUrl;
  const isBilling = name === 'billTo';
  function confirm(): void {
    session.confirm(name!);
    notify(visibleLine(isBilling ? `Runs are billed to ${billTo}.` : `Runs are sent to ${host}.`));
  }
  const effect = isBilling
    ? `billing ${billTo}, as the file or link says`
    : `sending to ${host}: ${endpointUrl}`;
  const [label, help] = isBilling
    ? [`bill ${billTo}`, 'Allow billing the organization of a file or link']
    : ['confirm endpoint', 'Allow sending to the endpoint of a file or link'];
  return {
    text: visibleLine(`Press ${keyLabel(KEY, terminal)} to allow ${effect}`),
    command: command(KEY, label, help, confirm),
  };
}
