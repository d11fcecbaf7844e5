import {
  accessMarks,
  counted,
  isTaskId,
  type ListedModel,
  loaded,
  modelAddress,
  servedBy,
  type Task,
  taskNamed,
  visibleLine,
} from '@tryout/engine';
import { ExternalLink } from 'lucide-react';
import { useCallback, useEffect, useState } from 'react';
import { Link } from 'react-router-dom';
import { useApp, useSession } from '../../lib/app-context.ts';
import { classes } from '../../lib/classes.ts';
import { pathOf } from '../../lib/routes.ts';
import { Button } from '../../lib/ui/button.tsx';
import { FailureNote } from '../../lib/ui/failure-note.tsx';
import { FactLine } from '../../lib/ui/panel.tsx';
import hidden from '../../lib/ui/panel.module.css';
import styles from './picker.module.css';

/** Letters of an id that a field shows on the narrowest screens. */
const SHORT = 30;

interface ChosenModelProps {
  readonly id: string;
  readonly task: Task;
  /** What is known of it without asking. */
  readonly known: ListedModel | undefined;
  onShowServed(): void;
}

/** The chosen model: who serves it, how used and how new it is, what to do for access, and its page. */
export function ChosenModel({ id, task, known, onShowServed }: ChosenModelProps) {
  const { settings, hubName } = useApp();
  const { model = known, error, askAgain } = useLookUp(known ? undefined : id);
  return (
    <section className={styles.model} aria-label="Chosen model">
      <div className={styles.head}>
        <h2 className={classes(styles.name, id.length <= SHORT && hidden.onPhones)} title={id}>
          {id}
        </h2>
        {model &&
          accessMarks(model).map((mark) => (
            <span key={mark} className={styles.badge}>
              {mark}
            </span>
          ))}
        <a
          className={styles.page}
          href={modelAddress(settings.hubUrl, id)}
          target="_blank"
          rel="noopener noreferrer"
          title="Opens in a new tab"
        >
          View model on {hubName}
          <ExternalLink aria-hidden="true" size={16} />
        </a>
      </div>
      {error === undefined ? (
        <p className={styles.facts}>{model ? <FactLine facts={factsOf(model)} /> : 'Looking it up'}</p>
      ) : (
        <FailureNote error={error}>
          <Button onClick={askAgain}>Try again</Button>
        </FailureNote>
      )}
      {model && <Advice model={model} task={task} onShowServed={onShowServed} />}
    </section>
  );
}

function factsOf(model: ListedModel): string[] {
  const { downloads, likes, updatedAt } = model;
  const served = servedBy(model);
  return [
    ...(served === undefined ? [] : [visibleLine(served)]),
    counted(downloads, 'download'),
    counted(likes, 'like'),
    ...(updatedAt === undefined ? [] : [`updated ${updatedAt.slice(0, 10)}`]),
  ];
}

/** What stands in the way of running it, and the way round it. */
function Advice({
  model,
  task,
  onShowServed,
}: Pick<ChosenModelProps, 'task' | 'onShowServed'> & { readonly model: ListedModel }) {
  const { providers, gated, task: made, name } = model;
  const other = made !== undefined && made !== task.id && isTaskId(made) ? taskNamed(made) : undefined;
  return (
    <>
      {model.private && <p>Private: only its owners and whoever they let in can run it.</p>}
      {gated !== false && <p>Gated: its page says how to get access.</p>}
      {other && (
        <p>
          It is made for <Link to={pathOf({ task: other.id, model: name })}>{other.label}</Link>.
        </p>
      )}
      {providers.length === 0 && (
        <div className={styles.unserved} role="status">
          <p>Nobody serves this model now; an endpoint of your own can.</p>
          <Button onClick={onShowServed}>Show models that are served</Button>
        </div>
      )}
    </>
  );
}

/** What the hub says of a model; empty while it is asked. */
interface LookedUp {
  readonly model?: ListedModel;
  readonly error?: unknown;
}

const nothing: LookedUp = {};

/**
 * Asks the hub about a model.
 * @param id undefined for none
 * @returns what it said, and how to ask again
 */
function useLookUp(id: string | undefined): LookedUp & { readonly askAgain: () => void } {
  const session = useSession();
  const [answer, setAnswer] = useState<LookedUp & { readonly id: string }>();
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    if (id === undefined) return;
    const { signal, abort } = abortable();
    loaded(() => import('./typed-model.ts'))
      .then(({ lookUp }) => lookUp(session.connection(), id, signal))
      .then(
        (model) => signal.aborted || setAnswer({ id, model }),
        (error: unknown) => signal.aborted || setAnswer({ id, error }),
      );
    return abort;
  }, [session, id, attempt]);
  const askAgain = useCallback(() => {
    setAnswer(undefined);
    setAttempt((last) => last + 1);
  }, []);
  return { ...(answer?.id === id ? answer : nothing), askAgain };
}

function abortable() {
  const controller = new AbortController();
  return { signal: controller.signal, abort: () => controller.abort() };
}
