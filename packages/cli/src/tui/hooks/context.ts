import { createContext, useContext, type Context } from 'react';

/**
 * A context that the app always provides.
 * @returns the context, and the hook that reads it
 */
export function requiredContext<Value>(): readonly [Context<Value>, () => Value] {
  const context = createContext<Value | undefined>(undefined) as Context<Value>;
  return [context, () => useContext(context)];
}
