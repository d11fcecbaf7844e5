import type { SessionState } from '../session/index.ts';
import { visibleLine } from '../text/index.ts';
import { chosenDestination, ENDPOINT } from './destinations.ts';

/** What a run takes along beside the inputs, in parts: `Parameters: temperature 0.5`, `Provider: auto`, `Billed to org`. */
export function runOptions({
  parameters,
  choices,
}: Pick<SessionState, 'parameters' | 'choices'>): readonly string[] {
  const given = Object.entries(parameters).map(([name, typed]) => `${name} ${typed}`);
  const destination = chosenDestination(choices);
  const parts = [
    `Parameters: ${given.length === 0 ? 'default' : given.join(', ')}`,
    destination === ENDPOINT
      ? `Endpoint: ${choices.endpointUrl || 'no address yet'}`
      : `Provider: ${destination}`,
    ...(choices.billTo === undefined ? [] : [`Billed to ${choices.billTo}`]),
  ];
  return parts.map(visibleLine);
}
