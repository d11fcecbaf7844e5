import {
  isRunning,
  LOOKING_UP_PARAMETERS,
  messageOf,
  parameterRows,
  parameterSummary,
  currentParameterSpecs,
  typedText,
  visibleLine,
  withParameter,
  type ParameterRow as Row,
} from '@tryout/engine';
import { RotateCcw } from 'lucide-react';
import { useMemo, useState } from 'react';
import { useSession, useSessionState } from '../../../lib/app-context.ts';
import { Button } from '../../../lib/ui/button.tsx';
import { Disclosure } from '../../../lib/ui/disclosure.tsx';
import { useLoaded } from '../../../lib/use-loaded.ts';
import { FreeParameterInput, ParameterRow } from './parameter-inputs.tsx';
import styles from './options.module.css';

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

/** Parameters that are shown before the others. */
const MAX_FIRST = 4;

/** The schema's parameters, the most used first, and others that were added by name. */
function OpenParameters() {
  const session = useSession();
  const task = useSessionState((state) => state.task);
  const model = useSessionState((state) => state.model);
  const choices = useSessionState((state) => state.choices);
  const setup = useMemo(() => ({ task, model, choices }), [task, model, choices]);
  const { last: specs, error } = useLoaded(setup, (_setup, signal) =>
    currentParameterSpecs(session.connection(), setup, signal),
  );
  const disabled = useSessionState(isRunning);
  const parameters = useSessionState((state) => state.parameters);
  const current = Object.keys(parameters);
  // Those that were set before stay in view; others do not move while they are typed.
  const [setBefore, setSetBefore] = useState<readonly string[]>(current);
  // A parameter that is not in the schema stays while its value is being replaced.
  const [names, setNames] = useState<readonly string[]>(current);
  const [resets, setResets] = useState(0);
  const [isMoreOpen, setMoreOpen] = useState(false);
  const added = current.filter((name) => !names.includes(name));
  if (added.length > 0) setNames([...names, ...added]);

  function reset(): void {
    session.setParameters({});
    setSetBefore([]);
    setNames([]);
    setResets(resets + 1);
  }

  if (!specs)
    return (
      <p role="status" className={styles.note}>
        {error === undefined ? LOOKING_UP_PARAMETERS : messageOf(error)}
      </p>
    );
  const rows = parameterRows(specs, names);
  const isFirst = ({ name, spec }: Row, index: number) =>
    index < MAX_FIRST || !spec || setBefore.includes(name);
  const others = rows.filter((row, index) => !isFirst(row, index));
  const list = (shown: readonly Row[]) => (
    <div className={styles.rows}>
      {shown.map((row) => (
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
  const freeInput = <FreeParameterInput key={resets} specs={specs} />;
  return (
    <>
      {list(rows.filter(isFirst))}
      {others.length === 0 ? (
        freeInput
      ) : (
        <Disclosure
          title="More parameters"
          summary={isMoreOpen ? undefined : summaryOf(others)}
          isOpen={isMoreOpen}
          onToggle={setMoreOpen}
        >
          {list(others)}
          {freeInput}
        </Disclosure>
      )}
      <div>
        <Button icon={RotateCcw} disabled={disabled || current.length === 0} onClick={reset}>
          Reset parameters
        </Button>
      </div>
    </>
  );
}

/** For example `stop, tools and 9 more`. */
function summaryOf(rows: readonly Row[]): string {
  const [names, more] = [rows.slice(0, 2).map(({ name }) => visibleLine(name)), rows.length - 2];
  return names.join(', ') + (more > 0 ? ` and ${more} more` : '');
}
