import { InputError } from '../errors/index.ts';
import { modelPath, type ModelLookUp } from '../hub/index.ts';
import type { Task } from '../tasks/index.ts';
import { visibleLine } from '../text/index.ts';

/** How the router may choose among the providers of a model; anything else behind the colon is a provider's name. */
export const policies = ['fastest', 'cheapest', 'preferred'] as const;

export type Policy = (typeof policies)[number];

export function isPolicy(text: string | undefined): text is Policy {
  return (policies as readonly (string | undefined)[]).includes(text);
}

/**
 * A model id and what stands behind its colon. The router refuses a literal `auto`, which is its default.
 * @throws InputError
 */
export function splitPolicy(text: string): [model: string, policy?: string] {
  const [model = '', policy, ...more] = text.split(':');
  modelPath(model);
  if (policy === undefined || policy === 'auto') return [model];
  if (more.length > 0 || !/^[a-z0-9-]+$/i.test(policy)) {
    throw new InputError(`'${visibleLine(text)}' is not a model id with a policy or provider`, {
      hint: 'For example organization/name:fastest or organization/name:groq.',
    });
  }
  return [model, policy];
}

/** The provider that a policy names. Only conversations are routed: what the router may know better it is told as is. */
export function providerIn(
  policy: string | undefined,
  task: Task,
  { providers }: ModelLookUp,
): string | undefined {
  if (policy === undefined || isPolicy(policy)) return undefined;
  const isKnown = providers.some(({ provider }) => provider === policy);
  return isKnown || task.conversation === undefined ? policy : undefined;
}
