import {
  isFailure,
  isRunning,
  LOOKING_UP_PARAMETERS,
  messageOf,
  parameterRows,
  parameterSummary,
  currentParameterSpecs,
  typedText,
  withParameter,
  type ParameterSpec,
} from '@tryout/engine';
import { useEffect, useState } from 'react';
import { useSession, useSessionState } from '../../../lib/app-context.ts';
import { Button } from '../../../lib/ui/button.tsx';
import { Disclosure } from '../../../lib/ui/disclosure.tsx';
import { FreeParameterInput, ParameterRow } from './parameter-inputs.tsx';
import styles from './options.module.css';

/** The parameters of the task. */
export function Parameters() {
  const parameters = useSessionState((state) => state.parameters);
  const [isOpen, setOpen] = useState(false);
  return (
    <Disclosure title="Parameters" summary={parameterSummary(parameters)} isOpen={isOpen} onToggle={setOpen}>
      <div className={styles.parts}>
        <OpenParameters />
      </div>
    </Disclosure>
  );
}

function OpenParameters() {
  const session = useSession();
  const disabled = useSessionState(isRunning);
  const { specs, status } = useParameterSpecs();
  const [resets, setResets] = useState(0);
  const reset = () => {
    session.setParameters({});
    setResets(resets + 1);
  };
  if (!specs)
    return (
      <p role="status" className={styles.note}>
        {status}
      </p>
    );
  return (
    <>
      <ParameterRows key={resets} specs={specs} />
      <FreeParameterInput specs={specs} />
      <div>
        <Button disabled={disabled} onClick={reset}>
          Reset parameters
        </Button>
      </div>
    </>
  );
}

/** The schema's parameters, and others that were added by name. */
function ParameterRows({ specs }: { readonly specs: readonly ParameterSpec[] }) {
  const session = useSession();
  const parameters = useSessionState((state) => state.parameters);
  // A parameter that is not in the schema stays while its value is being replaced.
  const current = Object.keys(parameters);
  const [names, setNames] = useState<readonly string[]>(current);
  const added = current.filter((name) => !names.includes(name));
  if (added.length > 0) setNames([...names, ...added]);
  return (
    <div className={styles.rows}>
      {parameterRows(specs, names).map((row) => (
        <ParameterRow
          key={row.name}
          {...row}
          specs={specs}
          text={typedText(parameters, row.name)}
          onText={(text) =>
            session.setParameters(withParameter(session.getSnapshot().parameters, row.name, text))
          }
        />
      ))}
    </div>
  );
}

interface FoundSpecs {
  readonly specs?: readonly ParameterSpec[];
  /** Shown until there are specs. */
  readonly status: string;
}

/** The parameters of the task for the chosen model. */
function useParameterSpecs(): FoundSpecs {
  const session = useSession();
  const task = useSessionState((state) => state.task);
  const model = useSessionState((state) => state.model);
  const choices = useSessionState((state) => state.choices);
  const [found, setFound] = useState<FoundSpecs>({ status: LOOKING_UP_PARAMETERS });
  useEffect(() => {
    const request = new AbortController();
    const { signal } = request;
    currentParameterSpecs(session.connection(), { task, model, choices }, signal).then(
      (specs) => signal.aborted || setFound({ specs, status: '' }),
      (error: unknown) => {
        if (!isFailure(error)) throw error;
        if (!signal.aborted) setFound({ status: messageOf(error) });
      },
    );
    return () => request.abort();
  }, [session, task, model, choices]);
  return found;
}
