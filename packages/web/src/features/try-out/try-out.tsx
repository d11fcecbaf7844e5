import type { FieldValue } from '@tryout/engine';
import { canRun } from '@tryout/engine';
import type { ReactNode } from 'react';
import { FieldInput } from '../../fields/field-input.tsx';
import { useSession, useSessionState } from '../../lib/session-context.ts';
import { ResultView } from '../../results/result-view.tsx';

/** Placeholder of the skeleton. @param code what shows the code of the run */
export function TryOut({ code }: { readonly code: ReactNode }) {
  const session = useSession();
  const task = useSessionState((state) => state.task);
  const values = useSessionState((state) => state.values);
  const run = useSessionState((state) => state.run);
  const isReady = useSessionState(canRun);
  if (!task) return null;
  return (
    <>
      {Object.entries(task.fields).map(([name, field]) => (
        <FieldInput
          key={name}
          name={name}
          field={field}
          value={values[name] as never}
          disabled={false}
          onChange={(value: FieldValue | undefined) => session.setValue(name, value)}
        />
      ))}
      <button disabled={!isReady} onClick={() => void session.run()}>
        Run
      </button>
      {run.status}
      {run.result && <ResultView view={run.result.view} />}
      {code}
    </>
  );
}
