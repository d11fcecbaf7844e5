import { count, counted, type ListedModel, modelsMessage, type ModelsState, type Task } from '@tryout/engine';
import { type RefObject, useMemo, useState } from 'react';
import { useApp } from '../../lib/app-context.ts';
import { classes } from '../../lib/classes.ts';
import { MODEL_FIELD } from '../../lib/routes.ts';
import { Button } from '../../lib/ui/button.tsx';
import { Combobox, type ComboboxHandle } from '../../lib/ui/combobox/combobox.tsx';
import { FailureNote } from '../../lib/ui/failure-note.tsx';
import { InputFrame, Switch } from '../../lib/ui/inputs.tsx';
import { useFocusBack } from '../../lib/use-focus-back.ts';
import { ModelRowView, typedRow, useModelRows } from './model-rows.tsx';
import type { Narrowing } from './picker.tsx';
import { useTypedModel } from './typed-model.ts';
import hidden from '../../lib/ui/panel.module.css';
import styles from './picker.module.css';

interface ModelAreaProps {
  readonly task: Task | undefined;
  /** Those of the task. */
  readonly models: ModelsState;
  readonly model: string | undefined;
  /** Whether the models of this task have been there before, so that the field stays while they are listed anew. */
  readonly wasLoaded: boolean;
  readonly field: RefObject<ComboboxHandle | null>;
  narrow(to: Narrowing, open?: boolean): void;
  /** @param known what was looked up */
  onChoose(id: string, known?: ListedModel): void;
}

/** The models of the task, or what there is to say in their place. */
export function ModelArea({ task, models, model, wasLoaded, field, narrow, onChoose }: ModelAreaProps) {
  const { settings } = useApp();
  const [typed, setTyped] = useState('');
  const { rows, found, words, names } = useModelRows(models.models, typed, settings.hubUrl);
  const selected = useMemo(() => (model === undefined ? null : typedRow(model)), [model]);
  const typedModel = useTypedModel(`${task?.id} ${model}`, onChoose);
  const { status, search, provider, error } = models;
  const isLoading = status === 'loading' || status === 'idle';
  const hasField = task !== undefined && (wasLoaded || !isLoading);
  const served = provider !== undefined;
  const isUsual = status === 'loaded' && search === undefined && typedModel.asking === undefined;
  const [servedSwitch, setServedSwitch] = useState<HTMLInputElement | null>(null);
  useFocusBack(servedSwitch, isLoading);
  return (
    <InputFrame
      label="Model"
      htmlFor={MODEL_FIELD}
      aside={
        task && (
          <Switch
            ref={setServedSwitch}
            checked={served}
            disabled={isLoading}
            onChange={() => narrow({ ...(search === undefined ? {} : { search }), served: !served })}
          >
            <span className={hidden.onPhones}>Only models that are </span>
            <span className={styles.brief}>served now</span>
          </Switch>
        )
      }
    >
      {hasField && (
        <Combobox
          ref={field}
          id={MODEL_FIELD}
          label="Model"
          listName="Models"
          placeholder="Select a model"
          disabled={isLoading}
          describedBy="models-status"
          items={rows}
          selected={selected}
          onFocus={names.prepare}
          onTyped={setTyped}
          onPick={(row) => {
            typedModel.forget();
            if (row.kind === 'model') onChoose(row.key);
            else if (row.kind === 'typed') typedModel.lookUp(row.id);
            else narrow({ search: row.words, served }, true);
          }}
          row={(row) => <ModelRowView row={row} places={names.placesIn(row.text, words)} />}
          emptyMessage={modelsStatus(task, models, { typed, found })}
        />
      )}
      <div
        className={
          hasField ? classes(styles.below, isUsual && model !== undefined && hidden.onPhones) : styles.inPlace
        }
      >
        <p role="status" id="models-status">
          {typedModel.asking === undefined
            ? modelsStatus(task, models, { typed, found })
            : `Looking up ${typedModel.asking}`}
        </p>
        {search !== undefined && !isLoading && (
          <Button look="quiet" onClick={() => narrow({ served }, true)}>
            Whole list
          </Button>
        )}
        {search === undefined && served && status === 'loaded' && models.models.length === 0 && (
          <Button look="quiet" onClick={() => narrow({}, true)}>
            All models
          </Button>
        )}
      </div>
      {typedModel.error !== undefined && <FailureNote error={typedModel.error} />}
      {status === 'failed' && (
        <FailureNote error={error}>
          <Button onClick={() => narrow({ ...(search === undefined ? {} : { search }), served })}>
            Try again
          </Button>
        </FailureNote>
      )}
    </InputFrame>
  );
}

/** What is said about the list of models, in one line; the specification's messages where they hold. */
function modelsStatus(
  task: Task | undefined,
  models: ModelsState,
  { typed, found }: { readonly typed: string; readonly found: number },
): string {
  const { status, search, provider, dropped, truncated } = models;
  const listed = models.models.length;
  if (status === 'loaded' && listed === 0 && search !== undefined) return `No model found for “${search}”`;
  if (status === 'loaded' && listed === 0 && provider !== undefined)
    return 'Nobody serves a model for this task now';
  const message = modelsMessage(task ? { task, models } : { models });
  if (message !== undefined) return message;
  const lost = dropped === 0 ? '' : `; ${counted(dropped, 'row')} could not be read`;
  const note = truncated ? `${lost}; the list may be incomplete, search for others` : lost;
  if (status === 'loading') return `${LOADING}: ${count(listed)} so far`;
  if (status === 'failed')
    return listed === 0 ? '' : `${counted(listed, 'model')} came before the list broke off`;
  if (status === 'idle') return '';
  if (typed !== '') return `${count(found)} of ${counted(listed, 'model')}${note}`;
  return `${counted(listed, 'model')}${search === undefined ? '' : ` found for “${search}”`}${note}`;
}

const LOADING = 'Loading models for this task';
