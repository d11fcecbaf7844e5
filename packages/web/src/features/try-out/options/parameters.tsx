import {
  isFailure,
  LOOKING_UP_PARAMETERS,
  messageOf,
  parameterRows,
  type ParameterSpec,
  parameterSpecsNow,
  typedText,
  withParameter,
} from '@tryout/engine';
import { useEffect, useState } from 'react';
import { useSession, useSessionState } from '../../../lib/app-context.ts';
import { Button } from '../../../lib/ui/button.tsx';
import { Disclosure } from '../../../lib/ui/disclosure.tsx';
import { FreeParameterInput, ParameterRow } from './parameter-inputs.tsx';
import styles from './options.module.css';

/** The parameters of the task, closed until they are wanted. */
export function ParametersPart({ disabled }: { readonly disabled: boolean }) {
  const parameters = useSessionState((state) => state.parameters);
  const [isOpen, setOpen] = useState(false);
  const count = Object.keys(parameters).length;
  return (
    <Disclosure
      title="Parameters"
      summary={count === 0 ? 'none set' : `${count} set`}
      isOpen={isOpen}
      onToggle={setOpen}
    >
      <OpenParameters disabled={disabled} />
    </Disclosure>
  );
}

function OpenParameters({ disabled }: { readonly disabled: boolean }) {
  const session = useSession();
  const { specs, told } = useParameterSpecs();
  const [resets, setResets] = useState(0);
  const reset = () => {
    session.setParameters({});
    setResets(resets + 1);
  };
  if (!specs)
    return (
      <p role="status" className={styles.note}>
        {told}
      </p>
    );
  return (
    <>
      <ParameterRows key={resets} specs={specs} disabled={disabled} />
      <FreeParameterInput specs={specs} disabled={disabled} />
      <div>
        <Button disabled={disabled} onClick={reset}>
          Reset parameters
        </Button>
      </div>
    </>
  );
}

interface ParameterRowsProps {
  readonly specs: readonly ParameterSpec[];
  readonly disabled: boolean;
}

/** The schema's parameters, and those that were given by name. */
function ParameterRows({ specs, disabled }: ParameterRowsProps) {
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

/** The parameters of the task; until they are there, what is to be said. */
interface FoundSpecs {
  readonly specs?: readonly ParameterSpec[];
  readonly told: string;
}

/** Loads the parameters of the task as the chosen model takes them. */
function useParameterSpecs(): FoundSpecs {
  const session = useSession();
  const task = useSessionState((state) => state.task);
  const model = useSessionState((state) => state.model);
  const choices = useSessionState((state) => state.choices);
  const [found, setFound] = useState<FoundSpecs>({ told: LOOKING_UP_PARAMETERS });
  useEffect(() => {
    const ending = new AbortController();
    parameterSpecsNow(session.connection(), { task, model, choices }, ending.signal).then(
      (specs) => {
        if (!ending.signal.aborted) setFound({ specs, told: '' });
      },
      (error: unknown) => {
        if (!isFailure(error)) throw error;
        if (!ending.signal.aborted) setFound({ told: messageOf(error) });
      },
    );
    return () => ending.abort();
  }, [session, task, model, choices]);
  return found;
}
