import { count, counted, listedModels, type Candidate } from '@tryout/engine';
import { useMemo, useState } from 'react';
import { useApp, useSessionState } from '../../state/app-context.ts';
import { parseCandidate } from '../../state/routes.ts';
import { Combobox } from '../../ui/combobox/combobox.tsx';
import { ModelRowView, useModelRows } from './model-rows.tsx';

/** ID of the field. */
export const ADD_MODEL = 'add-model';

interface AddModelProps {
  onAdd(candidate: Candidate): void;
}

/** A list of the models for the task, to add one to a comparison. */
export function AddModel({ onAdd }: AddModelProps) {
  const { session, settings } = useApp();
  const [query, setQuery] = useState('');
  const models = useSessionState((state) => state.models);
  const availableOnly = useSessionState((state) => state.availableOnly);
  const list = useMemo(() => listedModels({ models, availableOnly }), [models, availableOnly]);
  const { rows, matchCount, words } = useModelRows(list.models, query, settings.hubUrl);
  return (
    <Combobox
      id={ADD_MODEL}
      label="Add a model to compare"
      listName="Models to compare"
      placeholder="Select a model"
      disabled={models.status === 'loading'}
      items={rows}
      selected={null}
      onQuery={setQuery}
      onPick={(row) =>
        row.kind === 'search' ? session.listModels(row.words) : onAdd(parseCandidate(row.key))
      }
      row={(row) => <ModelRowView row={row} words={words} />}
      emptyMessage="No models available for this task"
      tools={
        <span aria-hidden="true">{`${count(matchCount)} of ${counted(list.models.length, 'model')}`}</span>
      }
    />
  );
}
