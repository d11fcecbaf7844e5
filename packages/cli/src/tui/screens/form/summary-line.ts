import { visibleLine, type SessionState } from '@tryout/engine';
import { symbolsOf, type Terminal } from '../../../terminal/index.ts';
import { chosenDestination, ENDPOINT } from '../provider/destinations.ts';

/** What a run takes along beside the inputs: `Parameters: temperature 0.5 · Provider: auto · Billed to org`. */
export function summaryLine(
  { parameters, choices }: Pick<SessionState, 'parameters' | 'choices'>,
  terminal: Pick<Terminal, 'unicode'>,
): string {
  const given = Object.entries(parameters).map(([name, typed]) => `${name} ${typed}`);
  const destination = chosenDestination(choices);
  const parts = [
    `Parameters: ${given.length === 0 ? 'default' : given.join(', ')}`,
    destination === ENDPOINT ? `Endpoint: ${choices.endpointUrl}` : `Provider: ${destination}`,
    ...(choices.billTo === undefined ? [] : [`Billed to ${choices.billTo}`]),
  ];
  return parts.map(visibleLine).join(symbolsOf(terminal).separator);
}
