import {
  counted,
  detailFacts,
  isTaskId,
  lookUpListedModel,
  loaded,
  getMessage,
  getModelUrl,
  providerSummary,
  taskNamed,
  UnknownModelError,
  visibleLine,
  type ListedModel,
  type Task,
} from '@tryout/engine';
import { ExternalLink as NewTab } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Link } from 'react-router-dom';
import { useApp, useSession } from '../../state/app-context.ts';
import { listAvailable } from '../../state/preferences.ts';
import { classes } from '../../lib/classes.ts';
import { rememberModel } from '../../state/recent.ts';
import { toPath } from '../../state/routes.ts';
import { Button } from '../../ui/button.tsx';
import { FailureNote } from '../../ui/failure-note.tsx';
import { ExternalLink, FactLine } from '../../ui/panel.tsx';
import { useLoaded } from '../../lib/hooks.ts';
import hidden from '../../ui/panel.module.css';
import styles from './picker.module.css';

/** Characters; IDs up to this length fit the model field on the narrowest screens. */
const MAX_SHORT_ID = 30;

/** The chosen model as it is listed, or looked up if it is not. */
export function useModelInfo(id: string | undefined, models: readonly ListedModel[]) {
  const session = useSession();
  const listedModel = models.find(({ name }) => name === id);
  const isMissing = id !== undefined && !listedModel;
  const { value, error, retry } = useLoaded(isMissing ? id : undefined, (name, signal) =>
    lookUpListedModel(session.connection(), name, signal),
  );
  return { model: listedModel ?? value, error, retry };
}

interface ChosenModelProps {
  readonly id: string;
  readonly task: Task;
  readonly info: ReturnType<typeof useModelInfo>;
}

/** The chosen model: providers, usage, access, and a link to its page. */
export function ChosenModel({ id, task, info }: ChosenModelProps) {
  const { session, settings, hubName } = useApp();
  const { model, error, retry } = info;
  // License, size, library and prices, looked up when asked for.
  const [attempt, setAttempt] = useState(0);
  const { value: details, error: detailsError } = useLoaded(attempt || undefined, async () => {
    const { fetchModelDetails } = await loaded(() => import('./model-details.ts'));
    return detailFacts(await fetchModelDetails(session.connection(), id));
  });
  const more = detailsError === undefined ? (details ?? []) : [getMessage(detailsError)];
  const exists = model !== undefined;
  useEffect(() => {
    if (exists) rememberModel({ task: task.id, model: id });
  }, [exists, task.id, id]);
  return (
    <section className={styles.model} aria-label="Chosen model">
      {/* The model field shows it, if it fits. */}
      <h2 className={classes(styles.name, id.length > MAX_SHORT_ID ? hidden.exceptOnPhones : hidden.hidden)}>
        {id}
      </h2>
      {error === undefined ? (
        <div className={styles.factRow}>
          <p className={styles.facts}>
            {model ? (
              <FactLine facts={[...getFacts(model), ...more.map(visibleLine)]} />
            ) : (
              'Loading model info'
            )}
          </p>
          {model && !details && (
            <button type="button" className={styles.details} onClick={() => setAttempt(attempt + 1)}>
              Details
            </button>
          )}
          <ExternalLink
            className={styles.page}
            href={getModelUrl(settings.hubUrl, id)}
            title="Opens in a new tab"
          >
            View model on {hubName}
            <NewTab aria-hidden="true" size={16} />
          </ExternalLink>
        </div>
      ) : (
        <FailureNote error={error}>
          {error instanceof UnknownModelError ? (
            error.suggestions.map((suggestion) => (
              <p key={suggestion}>
                <Link to={toPath({ task: task.id, model: suggestion })}>{suggestion}</Link>
              </p>
            ))
          ) : (
            <Button onClick={retry}>Try again</Button>
          )}
        </FailureNote>
      )}
      {model && <Advice model={model} task={task} />}
    </section>
  );
}

function getFacts(model: ListedModel): string[] {
  const { downloads, likes, updatedAt } = model;
  const providers = providerSummary(model);
  return [
    providers === undefined ? '' : visibleLine(providers),
    counted(downloads, 'download'),
    counted(likes, 'like'),
    updatedAt === undefined ? '' : `updated ${updatedAt.slice(0, 10)}`,
  ].filter((fact) => fact !== '');
}

/** What may prevent a run, and what to do about it. */
function Advice({ model, task }: { readonly model: ListedModel; readonly task: Task }) {
  const session = useSession();
  const { name, providers, gated, task: modelTask } = model;
  const other =
    modelTask !== undefined && modelTask !== task.id && isTaskId(modelTask)
      ? taskNamed(modelTask)
      : undefined;
  return (
    <>
      {model.private && <p>Private: only its owners and people with access can run it.</p>}
      {gated !== false && <p>Gated: request access on its page.</p>}
      {other && (
        <p>
          This model is for <Link to={toPath({ task: other.id, model: name })}>{other.label}</Link>.
        </p>
      )}
      {providers.length === 0 && (
        <div className={styles.unavailable} role="status">
          <p>No provider runs this model right now. You can run it on your own endpoint.</p>
          <Button onClick={() => listAvailable(session)}>Show available models</Button>
        </div>
      )}
    </>
  );
}
