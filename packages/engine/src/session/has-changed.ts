import type { SessionState } from './session-state.ts';

export function hasChangedSinceRun({
  run: { inputs },
  values,
  parameters,
  choices,
  chat,
}: Pick<SessionState, 'run' | 'values' | 'parameters' | 'choices' | 'chat'>): boolean {
  if (!inputs) return false;
  return !(
    isSame(inputs.values, values) &&
    isSame(inputs.parameters, parameters) &&
    isSame(inputs.choices, choices) &&
    isSame(inputs.chat ?? chat, chat)
  );
}

function isSame(one: object, other: object): boolean {
  const [left, right] = [one, other] as [Record<string, unknown>, Record<string, unknown>];
  const names = new Set([...Object.keys(one), ...Object.keys(other)]);
  return [...names].every((name) => {
    const [was, is] = [left[name], right[name]];
    if (!Array.isArray(was) || !Array.isArray(is)) return was === is;
    return was.length === is.length && was.every((entry, index) => entry === is[index]);
  });
}
