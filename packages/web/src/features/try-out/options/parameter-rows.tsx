import { parameterRows, typedText, withParameter, type ParameterSpec } from '@tryout/engine';
import { useState } from 'react';
import { useSession, useSessionState } from '../../../lib/session-context.ts';
import { ParameterRow } from './parameter-row.tsx';
import styles from './options.module.css';

export interface ParameterRowsProps {
  readonly specs: readonly ParameterSpec[];
  readonly disabled: boolean;
}

/** The schema's parameters, and those that were given by name. */
export function ParameterRows({ specs, disabled }: ParameterRowsProps) {
  const session = useSession();
  const parameters = useSessionState((state) => state.parameters);
  const rows = parameterRows(specs, useNames(Object.keys(parameters)));
  return (
    <div className={styles.rows}>
      {rows.map((row) => (
        <ParameterRow
          key={row.name}
          {...row}
          specs={specs}
          text={typedText(parameters, row.name)}
          disabled={disabled}
          onText={(text) =>
            session.setParameters(withParameter(session.getSnapshot().parameters, row.name, text))
          }
        />
      ))}
    </div>
  );
}

/** Names that were there once: a parameter that no schema knows stays while its value is typed anew. */
function useNames(now: readonly string[]): readonly string[] {
  const [names, setNames] = useState(now);
  const fresh = now.filter((name) => !names.includes(name));
  if (fresh.length > 0) setNames([...names, ...fresh]);
  return names;
}
