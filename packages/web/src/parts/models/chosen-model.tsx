import {
  counted,
  detailFacts,
  loaded,
  getMessage,
  getModelUrl,
  providerSummary,
  UnknownModelError,
  visibleLine,
  type ListedModel,
  type Task,
} from '@tryout/engine';
import { ExternalLink as NewTab, Info } from 'lucide-react';
import { useId, useRef, useState } from 'react';
import { Link } from 'react-router-dom';
import { useApp, useSession } from '../../state/app-context.ts';
import { listAvailable } from '../../state/stored/preferences.ts';
import { classes } from '../../lib/classes.ts';
import { toPath } from '../../state/routes.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { FailureNote, loadOnUse } from '../../ui/failure-note.tsx';
import { ExternalLink, Panel, VisuallyHidden } from '../../ui/panel.tsx';
import { TaskIcon } from '../../ui/task-icon.tsx';
import { useRail } from '../../ui/rail.tsx';
import { useLoaded } from '../../lib/hooks.ts';
import type { useModelInfo } from './model-field.tsx';
import hidden from '../../ui/panel.module.css';
import styles from './picker.module.css';

/** Loaded together, so that links work offline. */
export { UnknownPlace } from './unknown-place.tsx';

const AboutTask = loadOnUse(() => import('./about-task.tsx'));

interface ChosenModelProps {
  readonly id: string;
  readonly task: Task;
  readonly info: ReturnType<typeof useModelInfo>;
}

/** Opens the facts about the chosen model, with links to its page and about its task. */
export function ModelDetails({ id, task, info: { model } }: ChosenModelProps) {
  const { session, settings, hubName } = useApp();
  const menu = useRef<HTMLDivElement>(null);
  const menuId = useId();
  const [isOpen, setOpen] = useState(false);
  // License, size, library and prices, looked up when asked for.
  const { value: details, error } = useLoaded(isOpen ? id : undefined, async (_id, signal) => {
    const { fetchModelDetails } = await loaded(() => import('./model-details.ts'));
    return detailFacts(await fetchModelDetails(session.connection(), id, signal));
  });
  const [openAbout, about] = useRail((close) => <AboutTask task={task} onClose={close} />);
  const [provider, ...others] = model?.providers ?? [];
  const count = others.length > 0 ? ` +${others.length}` : '';
  const label = `Model details${model ? `: ${provider === undefined ? 'unavailable' : `via ${visibleLine(provider)}${count}`}` : ''}`;
  const pageUrl = getModelUrl(settings.hubUrl, id);
  return (
    <div className={styles.details}>
      <Button
        variant="quiet"
        popoverTarget={menuId}
        aria-label={label}
        aria-expanded={isOpen}
        aria-controls={menuId}
        title="Model details"
        className={styles.detailsButton}
      >
        <span className={classes(styles.providers, model?.providers.length === 0 && 'soft')}>
          {model && visibleLine(provider ?? 'unavailable')}
        </span>
        {count !== '' && <span className={styles.others}>{count}</span>}
        <Info aria-hidden="true" size={18} />
      </Button>
      <ExternalLink className={styles.page} href={pageUrl} title={`View model on ${hubName}`}>
        <VisuallyHidden>View model on {hubName}</VisuallyHidden>
        <NewTab aria-hidden="true" size={18} />
      </ExternalLink>
      <div
        ref={menu}
        id={menuId}
        popover="auto"
        className={styles.popover}
        onBeforeToggle={({ newState }) => newState === 'open' && setOpen(true)}
        // Afterwards, since removing the focused element would lose the focus.
        onToggle={({ newState }) => newState === 'closed' && setOpen(false)}
      >
        {isOpen && (
          <>
            <p className={styles.name}>{id}</p>
            <ul className={styles.facts}>
              {[...(model ? getFacts(model) : []), ...(details ?? [])].map((fact) => (
                <li key={fact}>{visibleLine(fact)}</li>
              ))}
              {error !== undefined && <li>{visibleLine(getMessage(error))}</li>}
              {!details && error === undefined && <li className="soft">Loading details</li>}
            </ul>
            <ExternalLink className={styles.popoverLink} href={pageUrl} title="Opens in a new tab">
              View model on {hubName}
              <NewTab aria-hidden="true" size={16} />
            </ExternalLink>
            <Button
              icon={Info}
              variant="quiet"
              onClick={() => {
                // The focus returns to the button in the header, from where the dialog takes it.
                menu.current?.hidePopover();
                openAbout();
              }}
            >
              About this task
            </Button>
          </>
        )}
      </div>
      {about}
    </div>
  );
}

/**
 * What needs attention about the chosen model, above its form.
 * @param other the task to open it in, if this one cannot run it
 */
export function ChosenModel({
  id,
  task,
  info,
  other,
}: ChosenModelProps & { readonly other: Task | undefined }) {
  const { model, error, retry } = info;
  return (
    <section className="stack tight" aria-label="Chosen model">
      {/* The model field shows it, if it fits, and the error of an unknown model. */}
      <h2 className={classes(styles.name, (!error || error instanceof UnknownModelError) && hidden.hidden)}>
        {id}
      </h2>
      {error !== undefined && (
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
      {model && !other && <Advice model={model} />}
      {other && (
        <Panel className={styles.other}>
          <TaskIcon task={other} />
          <p>
            {id} is for {other.label}, not {task.label}.
          </p>
          <ButtonLink variant="primary" href={`#${toPath({ task: other.id, model: id })}`}>
            Open in {other.label}
          </ButtonLink>
        </Panel>
      )}
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
function Advice({ model }: { readonly model: ListedModel }) {
  const session = useSession();
  const { providers, gated } = model;
  return (
    <>
      {model.private && <p>Private: only its owners and people with access can run it.</p>}
      {gated !== false && <p>Gated: request access on its page.</p>}
      {providers.length === 0 && (
        <div className={styles.unavailable} role="status">
          <p>No provider runs this model right now. You can run it on your own endpoint.</p>
          <Button onClick={() => listAvailable(session)}>Show available models</Button>
        </div>
      )}
    </>
  );
}
