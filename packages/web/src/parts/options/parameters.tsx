import {
  isRunning,
  LOOKING_UP_PARAMETERS,
  getMessage,
  parameterRows,
  parameterSummary,
  currentParameterSpecs,
  typedText,
  withParameter,
  type ParameterRow as Row,
} from '@tryout/engine';
import { RotateCcw } from 'lucide-react';
import { useMemo, useRef, useState } from 'react';
import { useSession, useSessionState } from '../../state/app-context.ts';
import { Button } from '../../ui/button.tsx';
import { Disclosure } from '../../ui/disclosure.tsx';
import { useLoaded } from '../../lib/hooks.ts';
import { FreeParameterInput, ParameterRow } from './parameter-inputs.tsx';
import styles from './options.module.css';

export function Parameters() {
  const parameters = useSessionState((state) => state.parameters);
  return (
    <Disclosure title="Parameters" summary={parameterSummary(parameters)}>
      <div className={styles.parts}>
        <OpenParameters />
      </div>
    </Disclosure>
  );
}

/** Parameters that are shown before the others. */
const MAX_FIRST = 4;

/** The schema's parameters, the most used first, and others that were added by name. */
function OpenParameters() {
  const session = useSession();
  const { task, model, choices, parameters, run } = useSessionState((state) => state);
  const setup = useMemo(() => ({ task, model, choices }), [task, model, choices]);
  const { last: specs, error } = useLoaded(setup, (_setup, signal) =>
    currentParameterSpecs(session.connection(), setup, signal),
  );
  const current = Object.keys(parameters);
  // An added parameter stays while its value is replaced.
  const [names, setNames] = useState<readonly string[]>(current);
  const newNames = current.filter((name) => !names.includes(name));
  if (newNames.length > 0) setNames([...names, ...newNames]);
  const freeInput = useRef<HTMLInputElement>(null);
  function removeRow(rowName: string): void {
    setNames(names.filter((name) => name !== rowName));
    freeInput.current?.focus();
  }
  if (!specs)
    return (
      <p role="status" className="note">
        {error === undefined ? LOOKING_UP_PARAMETERS : getMessage(error)}
      </p>
    );
  const rows = parameterRows(specs, names);
  const isFirst = ({ spec }: Row, index: number) => index < MAX_FIRST || !spec;
  const others = rows.filter((row, index) => !isFirst(row, index));
  const list = (items: readonly Row[]) => (
    <div className="stack loose">
      {items.map((row) => (
        <ParameterRow
          key={row.name}
          {...row}
          specs={specs}
          text={typedText(parameters, row.name)}
          onRemove={() => removeRow(row.name)}
          onText={(text) =>
            session.setParameters(withParameter(session.getSnapshot().parameters, row.name, text))
          }
        />
      ))}
    </div>
  );
  return (
    <>
      {list(rows.filter(isFirst))}
      {others.length > 0 && (
        <Disclosure title="More parameters" summary={`${others.length}`}>
          {list(others)}
        </Disclosure>
      )}
      <FreeParameterInput ref={freeInput} specs={specs} />
      <div>
        <Button
          icon={RotateCcw}
          disabled={isRunning({ run }) || current.length === 0}
          onClick={() => {
            session.setParameters({});
            setNames([]);
          }}
        >
          Reset parameters
        </Button>
      </div>
    </>
  );
}
