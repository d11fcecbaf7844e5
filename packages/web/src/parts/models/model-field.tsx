import {
  count,
  counted,
  listedModels,
  lookUpListedModel,
  MAX_CANDIDATES,
  modelsMessage,
  plainModelId,
  type ListedModel,
  type ModelsState,
  type Task,
} from '@tryout/engine';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useApp, useSession, useSessionState } from '../../state/app-context.ts';
import { filterModels } from '../../state/stored/preferences.ts';
import { classes } from '../../lib/classes.ts';
import { useListener, useLoaded } from '../../lib/hooks.ts';
import { MODEL_FIELD } from '../../state/routes.ts';
import { Button } from '../../ui/button.tsx';
import { Combobox, type ComboboxHandle } from '../../ui/combobox/combobox.tsx';
import { FailureNote } from '../../ui/failure-note.tsx';
import { Switch } from '../../ui/inputs.tsx';
import { createIdRow, ModelRowView, useModelRows } from './model-rows.tsx';
import hidden from '../../ui/panel.module.css';
import styles from './picker.module.css';

/** ID of the state of the list. */
export const MODELS_STATUS = 'models-status';

interface ModelFieldProps {
  readonly task: Task | undefined;
  readonly models: ModelsState;
  readonly model: string | undefined;
  /** The models that are compared. */
  readonly compared: readonly string[];
  /** @param name the ID of a model, maybe with a provider: `org/name:provider` */
  onChoose(name: string): void;
  onCompare(ids: readonly string[]): void;
}

/** The field with the models for the task, for the header, and the state of their list, for below it. */
export function useModelField({ task, models, model, compared, onChoose, onCompare }: ModelFieldProps) {
  const { session, settings } = useApp();
  const [{ query, ...last }, setState] = useState({ task, query: '', wasLoaded: false });
  const { status, search, error } = models;
  // The field stays visible while the models are loaded again.
  const wasLoaded = status === 'loaded' || (last.wasLoaded && last.task === task);
  if (last.task !== task || last.wasLoaded !== wasLoaded)
    setState({ task, query: last.task === task ? query : '', wasLoaded });
  const availableOnly = useSessionState((state) => state.availableOnly);
  const modelList = useMemo(() => listedModels({ models, availableOnly }), [models, availableOnly]);
  const { rows, matchCount, words } = useModelRows(modelList.models, query, settings.hubUrl);
  const selected = useMemo(() => (model === undefined ? null : createIdRow(model)), [model]);
  const isLoading = status === 'loading' || status === 'idle';
  const hasField = wasLoaded || !isLoading;
  const combobox = useRef<ComboboxHandle>(null);
  const opensWhenLoaded = useRef(false);
  useEffect(() => {
    if (status !== 'loaded' || !opensWhenLoaded.current) return;
    opensWhenLoaded.current = false;
    combobox.current?.open();
  }, [status]);

  function list(terms?: string): void {
    opensWhenLoaded.current = false;
    session.listModels(terms);
  }

  useListener(window, 'online', () => status === 'failed' && list(search));

  const [marking, setMarking] = useState({ compared, marked: compared });
  const marked = marking.compared.join() === compared.join() ? marking.marked : compared;
  // A model's row represents all of its providers.
  const markedKeys = [...marked, ...marked.map(plainModelId)];
  const isFull = marked.length >= MAX_CANDIDATES;
  const toggle = (key: string) => {
    const rest = marked.filter((name) => name !== key && plainModelId(name) !== key);
    if (rest.length < marked.length) setMarking({ compared, marked: rest });
    else if (!isFull) setMarking({ compared, marked: [...marked, key] });
  };

  const hasOnlyCount = (status === 'loaded' && search === undefined) || isLoading;
  const isEmpty = model === undefined && status === 'loaded' && models.models.length === 0;
  const all = counted(modelList.models.length, 'model');
  const amount = query === '' ? all : `${count(matchCount)} of ${all}`;
  const message = describeModels(task, models, amount, modelList.getNote(words));
  const field = task && (
    <div key={task.id} className={styles.field}>
      {hasField ? (
        <Combobox
          ref={combobox}
          id={MODEL_FIELD}
          label="Model"
          listName="Models"
          placeholder="Select a model"
          disabled={isLoading}
          describedBy={MODELS_STATUS}
          items={rows}
          selected={selected}
          onQuery={(text) => setState({ task, query: text, wasLoaded })}
          onPick={(row) => {
            if (row.kind !== 'search') return onChoose(row.key);
            list(row.words);
            opensWhenLoaded.current = true;
          }}
          row={(row) => <ModelRowView row={row} words={words} />}
          emptyMessage={message}
          marks={{ keys: markedKeys, label: 'marked to compare', onToggle: toggle }}
          tools={
            <>
              <Switch
                checked={availableOnly}
                onChange={({ target }) => filterModels(session, target.checked)}
              >
                Available now
              </Switch>
              {marked.length > 1 ? (
                <Button variant="primary" onClick={() => onCompare(marked)}>
                  Compare {marked.length} models
                </Button>
              ) : (
                <span className={styles.hint}>Mark models to compare</span>
              )}
              {isFull && <span className={styles.hint}>{MAX_CANDIDATES} at most</span>}
              <span aria-hidden="true">{message}</span>
            </>
          }
        />
      ) : (
        <span className={styles.loading}>{message}</span>
      )}
    </div>
  );
  const note = (
    <>
      {/* The field shows it, too, unless there is no model. */}
      <div className={classes(styles.state, task && hasOnlyCount && !isEmpty && hidden.hidden)}>
        <p role="status" id={MODELS_STATUS}>
          {message}
        </p>
        {search !== undefined && !isLoading && (
          <Button
            variant="quiet"
            onClick={() => {
              list();
              // The button disappears.
              document.getElementById(MODEL_FIELD)?.focus();
            }}
          >
            Clear search
          </Button>
        )}
      </div>
      {status === 'failed' && (
        <FailureNote error={error}>
          <Button onClick={() => list(search)}>Try again</Button>
        </FailureNote>
      )}
    </>
  );
  return { field, note };
}

/** The state of the list in one line, with the specification's messages. */
function describeModels(
  task: Task | undefined,
  models: ModelsState,
  amount: string,
  hiddenNote: string,
): string {
  const { status, search, dropped, truncated } = models;
  const total = models.models.length;
  if (status === 'loaded' && total === 0 && search !== undefined) return `No model found for “${search}”`;
  const message = modelsMessage({ task, models });
  if (message !== undefined) return message;
  const invalid = dropped > 0 && `${counted(dropped, 'row')} could not be read`;
  const cut = truncated && 'the list may be incomplete, so search for other models';
  const note = [hiddenNote, invalid, cut]
    .filter(Boolean)
    .map((text) => `; ${text}`)
    .join('');
  if (status === 'loading') return `Loading models for this task: ${count(total)} so far`;
  if (status === 'failed' && search !== undefined) return `The search for “${search}” failed`;
  if (status === 'failed')
    return total === 0 ? '' : `${counted(total, 'model')} loaded before the request failed`;
  if (status === 'idle') return '';
  return `${amount}${search === undefined ? '' : ` found for “${search}”`}${note}`;
}

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
