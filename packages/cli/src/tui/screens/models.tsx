import {
  detailFacts,
  isLive,
  getMessage,
  getModelUrl,
  fetchModelDetails,
  listedModels,
  modelFacts,
  modelIdIn,
  visibleLine,
  type ListedModel,
} from '@tryout/engine';
import { useEffect, useMemo, useState, type ReactNode } from 'react';
import { saveSetting, settingsPath } from '../../context/settings.ts';
import { hubName, keepListedModels } from '../../history/listed-models.ts';
import { getWidth } from '../../screen/index.ts';
import { FilterListView, useFilterList } from '../components/filter-list.tsx';
import { firstLines, Lines } from '../components/text.tsx';
import { useMarks } from '../hooks/use-comparison.ts';
import { useJob, useOpen } from '../hooks/use-job.ts';
import { command, useKeys, useIsShown, usePicker, useSession, useTerminal } from '../hooks/use-picker.ts';
import { openForm, useLookUp } from '../hooks/opening.ts';
import { incompleteLines, listMessage, modelColumns, spokenModel } from '../components/model-lines.ts';

/** Limits the length of pasted text; no ID is longer. */
const MAX_SEARCH = 200;

/** A listed model, or a typed ID that is not in the list. */
type ModelRow = ListedModel | Pick<ListedModel, 'name'>;

function isListed(row: ModelRow): row is ListedModel {
  return 'providers' in row;
}

/** The models of the chosen task, listed page by page as they arrive. */
export function ModelsScreen(): ReactNode {
  const settings = usePicker();
  const { session, hubUrl, environment, userSettings, notify, runInBackground } = settings;
  const state = useSession();
  const { theme, body, isScreenReader } = useTerminal();
  const openPage = useOpen();
  const { search: lastSearch, status } = state.models;
  const { availableOnly } = state;
  const userDefault = userSettings[`model.${state.task?.id ?? ''}`];
  const { models, countHidden, getNote } = useMemo(
    () => listedModels({ models: state.models, availableOnly }, userDefault),
    [state.models, availableOnly, userDefault],
  );

  const list = useFilterList<ModelRow>({
    items: models,
    getKey: ({ name }) => name,
    getName: (row) => (isListed(row) ? row.name : `Use ${row.name}`),
    getTerms: (row) => (isListed(row) ? { words: row.providers.join(' ') } : {}),
    customItem(text) {
      const name = modelIdIn(hubUrl, text);
      return name === undefined || models.some((model) => model.name === name) ? undefined : { name };
    },
    initialKey: state.model ?? models.find(({ isDefault }) => isDefault)?.name,
  });
  const { selection, filter } = list;
  useModelsOfTask();
  const lookUp = useLookUp(filter, ({ id, providers }) => openForm(settings, id, providers.some(isLive)));
  const details = useDetails();

  const { marked, toggle: toggleMark, clear: clearMarks } = useMarks();
  const mark = () => selection && toggleMark(selection.name);
  /** Marks go together with the chosen model, unless it is the only one. */
  function choose(row: ModelRow): void {
    const [first] = marked;
    if (first === undefined || (marked.length === 1 && first === row.name)) {
      clearMarks();
      return chooseOne(row);
    }
    if (marked.length === 1) toggleMark(row.name);
    openForm(settings, first, true);
  }
  const chooseOne = (row: ModelRow) =>
    isListed(row) ? openForm(settings, row.name, row.providers.length > 0) : lookUp(row.name);
  const modelId = selection ? undefined : modelIdIn(hubUrl, filter);
  function toggle(): void {
    session.filterModels(!availableOnly);
    runInBackground(() =>
      saveSetting(settingsPath(environment), 'models', availableOnly ? 'all' : undefined),
    );
  }
  const query = filter.trim().slice(0, MAX_SEARCH);
  const search = () => {
    list.clear();
    session.listModels(query);
  };
  function openModel(id: string): void {
    try {
      const address = getModelUrl(hubUrl, id);
      openPage(address, `View model on ${new URL(hubUrl).host}: ${address}`);
    } catch (error) {
      notify(getMessage(error), 'error');
    }
  }

  // Enter has no other use in an empty list.
  const searchKeys = selection || modelId !== undefined || status === 'loading' ? 'ctrl+n' : 'ctrl+n enter';
  useKeys({
    takesText: filter !== '',
    commands: [
      status === 'failed' &&
        command('ctrl+r', 'try again', 'Reload the list', () => session.listModels(lastSearch)),
      modelId !== undefined &&
        command('enter ctrl+j', 'look up', 'Look up this model on the Hub', () => lookUp(modelId)),
      ...list.commands(marked.length > 0 ? 'compare' : 'choose', choose),
      selection !== undefined &&
        command(
          filter === '' ? 'space + shift+tab' : 'shift+tab',
          'mark',
          'Mark models to compare them',
          mark,
        ),
      lastSearch !== undefined &&
        command('escape', 'full list', 'Back to the full list', () => session.listModels()),
      query !== '' && command(searchKeys, 'search the Hub', 'Search the whole Hub for this text', search),
      availableOnly
        ? command('f5 alt+a', 'all models', 'List all models, available or not', toggle)
        : command('f5 alt+a', 'available', 'List only models that are available now', toggle),
      selection !== undefined &&
        isListed(selection) &&
        command('tab', 'details', "Look up the model's license, size and prices", () =>
          details.show(selection.name),
        ),
      selection !== undefined &&
        command('ctrl+o', 'page', "View the model's page in the browser", () => openModel(selection.name)),
    ],
  });

  const { columns, rows } = body;
  const notes = [
    marked.length > 0 && `${marked.length} marked`,
    getNote(filter),
    status === 'loading' && models.length > 0 && 'loading more',
  ];
  const heading = `Search on the Hub: '${lastSearch}'. Esc: the full list`;
  const head = lastSearch === undefined ? [] : [theme.accent(theme.cut(heading, columns))];
  const hidden = countHidden(filter);
  const message = listMessage(state, { ...list, modelId, hidden }, theme, columns);
  const facts = () => {
    if (message.length > 0 || !selection || !isListed(selection) || isScreenReader) return [];
    const text = visibleLine([...modelFacts(selection), ...details.of(selection.name)].join(theme.separator));
    return firstLines(text, columns, Math.max(1, rows >> 2), theme).map((line) => theme.dim(line));
  };
  return (
    <>
      <Lines lines={head} />
      <FilterListView
        list={list}
        rows={rows - head.length}
        noun="model"
        placeholder="Select a model"
        note={notes.filter(Boolean).join(theme.separator)}
        aside={(width) => {
          const columns = modelColumns(theme, width);
          return columns && { ...columns, of: (row) => (isListed(row) ? columns.of(row) : '') };
        }}
        mark={({ name }) => {
          if (marked.length === 0) return '';
          return marked.includes(name) ? theme.accent(`${theme.on} `) : ' '.repeat(getWidth(theme.on) + 1);
        }}
        spokenRow={(row) => (isListed(row) ? spokenModel(row) : `Use ${row.name}`)}
        isDim={(row) => isListed(row) && row.providers.length === 0}
        below={[...message, ...facts(), ...incompleteLines(state, columns)]}
      />
    </>
  );
}

/** Facts about a model that the list does not have, looked up on request. */
function useDetails() {
  const { connection } = usePicker();
  const job = useJob();
  const [details, setDetails] = useState<{ readonly id: string; readonly facts: readonly string[] }>();
  return {
    of: (id: string) => (details?.id === id ? details.facts : []),
    show(id: string): void {
      setDetails({ id, facts: [`Looking up ${id}`] });
      job.start(
        (signal) =>
          fetchModelDetails(connection(), id, signal).then(detailFacts, (error: unknown) => [
            getMessage(error),
          ]),
        (facts) => setDetails({ id, facts: facts.length > 0 ? facts : ['no more details'] }),
      );
    },
  };
}

/** Loads the models when the screen is first shown, and keeps their names for completion. */
function useModelsOfTask(): void {
  const { session, environment, hubUrl, isSandbox } = usePicker();
  const { task, models: listing } = useSession();
  const { status, models } = listing;
  const isShown = useIsShown();
  useEffect(() => {
    if (isShown && status === 'idle') session.listModels();
  }, [isShown, status, session]);
  useEffect(() => {
    if (task && status === 'loaded')
      void keepListedModels(environment, hubName(hubUrl, isSandbox), task.id, models);
  }, [environment, hubUrl, isSandbox, task, status, models]);
}
