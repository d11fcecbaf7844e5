import { findDefaultInputs, isFileInput, performRun, visibleLine, type Task } from '@tryout/engine';
import { X } from 'lucide-react';
import { useState } from 'react';
import { useLoaded } from '../../lib/hooks.ts';
import { ResultView } from '../../results/result-view.tsx';
import { useSession } from '../../state/app-context.ts';
import { Button } from '../../ui/button.tsx';
import styles from './output.module.css';

interface ExampleResultProps {
  readonly task: Task;
  readonly model: string;
}

/** The result of the model's first example, computed on arrival and never recorded; nothing if that fails. */
export default function ExampleResult({ task, model }: ExampleResultProps) {
  const session = useSession();
  const [isCanceled, setCanceled] = useState(false);
  const { value: example, error } = useLoaded(isCanceled ? undefined : model, async (_model, signal) => {
    const connection = session.connection();
    const { values } = await findDefaultInputs(connection, task, model, signal);
    const run = await performRun(connection, { task, place: { model }, values }, { signal, isPriced: false });
    return { values, result: run.status === 'done' ? run.result : undefined };
  });
  if (isCanceled || error !== undefined) return null;
  if (!example)
    return (
      <div className={styles.exampleProgress}>
        <p className={styles.note}>Computing the result of the example</p>
        <Button icon={X} onClick={() => setCanceled(true)}>
          Cancel
        </Button>
      </div>
    );
  if (!example.result) return null;
  const input = Object.values(example.values).find(
    (value) => typeof value === 'string' || isFileInput(value),
  );
  return (
    <section aria-label="Result of the example" className={styles.example}>
      <p>
        <strong>Result of the example</strong>
        {input !== undefined && (
          <span className={styles.exampleInput} dir="auto">
            {visibleLine(typeof input === 'string' ? input : input.name)}
          </span>
        )}
      </p>
      <ResultView view={example.result.view} />
    </section>
  );
}
