import {
  ANY_PROVIDER,
  detailFacts,
  idOf,
  isLive,
  isTypedModel,
  messageOf,
  modelAddress,
  modelDetailsOf,
  modelFacts,
  typedModel,
  visibleLine,
  type ModelChoice,
} from '@tryout/engine';
import { useEffect, useEffectEvent, useState, type ReactNode } from 'react';
import { FilterListView } from '../components/filter-list.tsx';
import { firstLines, Lines } from '../components/text.tsx';
import { useFilterList } from '../hooks/use-filter-list.ts';
import { useJob, useOpen } from '../hooks/use-job.ts';
import { command, useKeys } from '../hooks/use-keys.ts';
import { openForm, useLookUp } from '../hooks/use-look-up.ts';
import { useIsShown } from '../hooks/use-navigation.ts';
import { usePicker, useSession, useTerminal } from '../hooks/use-picker.ts';
import { incompleteLines, listMessage, modelColumns, spokenModel } from './model-lines.ts';

/** Limits the length of pasted text; no ID is longer. */
const MAX_SEARCH = 200;

/** The models of the chosen task, listed page by page as they arrive. */
export function ModelsScreen(): ReactNode {
  const settings = usePicker();
  const { session, hubUrl, userSettings, notify } = settings;
  const state = useSession();
  const { theme, body, isScreenReader } = useTerminal();
  const openPage = useOpen();
  const { models, search: searched, provider, status } = state.models;
  const isAvailableOnly = provider !== undefined;

  const list = useFilterList<ModelChoice>({
    items: models,
    keyOf: idOf,
    nameOf: (choice) => (isTypedModel(choice) ? `Use ${choice.typedId}` : choice.name),
    termsOf: (choice) => (isTypedModel(choice) ? {} : { words: choice.providers.join(' ') }),
    typedItem: (typed) => typedModel(hubUrl, typed, models),
    initialKey: state.model ?? userSettings[`model.${state.task?.id}`],
  });
  const { chosen, typed } = list;
  useModelsOfTask(list.choose, typed);
  const lookUp = useLookUp(typed, ({ id, providers }) => openForm(settings, id, providers.some(isLive)));
  const details = useDetails();

  const load = (search: string | undefined, onlyAvailable: boolean) =>
    session.listModels({ search, provider: onlyAvailable ? ANY_PROVIDER : undefined });
  const choose = (choice: ModelChoice) =>
    isTypedModel(choice)
      ? lookUp(choice.typedId)
      : openForm(settings, choice.name, choice.providers.length > 0);
  const toggle = () => load(searched, !isAvailableOnly);
  const wanted = typed.trim().slice(0, MAX_SEARCH);
  const search = () => {
    list.clear();
    load(wanted, isAvailableOnly);
  };
  function openModel(choice: ModelChoice): void {
    try {
      const address = modelAddress(hubUrl, idOf(choice));
      openPage(address, `View model on ${new URL(hubUrl).host}: ${address}`);
    } catch (error) {
      notify(messageOf(error), 'error');
    }
  }

  // Enter has no other use in an empty list.
  const searchKeys = chosen || status === 'loading' ? 'ctrl+n' : 'ctrl+n enter';
  useKeys({
    takesText: typed !== '',
    commands: [
      status === 'failed' &&
        command('ctrl+r', 'try again', 'Reload the list', () => load(searched, isAvailableOnly)),
      ...list.commands('choose', choose),
      searched !== undefined &&
        command('escape', 'full list', 'Back to the full list', () => load(undefined, isAvailableOnly)),
      wanted !== '' &&
        command(searchKeys, 'search the Hub', 'Search the Hub for the typed text, beyond this list', search),
      isAvailableOnly
        ? command('ctrl+s', 'all models', 'List all models, available or not', toggle)
        : command('ctrl+s', 'available', 'List only models that are available now', toggle),
      chosen !== undefined &&
        command('tab', 'details', "Look up the model's license, size and prices", () =>
          details.show(idOf(chosen)),
        ),
      chosen !== undefined &&
        command('ctrl+o', 'page', "View the model's page in the browser", () => openModel(chosen)),
    ],
  });

  const { columns, rows } = body;
  const notes = [isAvailableOnly && 'available', status === 'loading' && models.length > 0 && 'loading more'];
  const heading = `Search on the Hub: '${searched}'. Esc: the full list`;
  const head = searched === undefined ? [] : [theme.accent(theme.cut(heading, columns))];
  const message = listMessage(state, list, theme, columns);
  const facts = () => {
    if (message.length > 0 || !chosen || isScreenReader) return [];
    const known = isTypedModel(chosen)
      ? [`Not in this list. Enter: look up ${chosen.typedId} on the Hub.`]
      : modelFacts(chosen);
    const text = visibleLine([...known, ...details.of(idOf(chosen))].join(theme.separator));
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
        aside={(width) => modelColumns(theme, width)}
        spokenRow={spokenModel}
        isDim={(choice) => !isTypedModel(choice) && choice.providers.length === 0}
        below={[...message, ...facts(), ...incompleteLines(state, columns)]}
      />
    </>
  );
}

/** Facts about a model that the list does not have, looked up on request. */
function useDetails() {
  const { connection } = usePicker();
  const job = useJob();
  const [found, setFound] = useState<{ readonly id: string; readonly facts: readonly string[] }>();
  return {
    of: (id: string) => (found?.id === id ? found.facts : []),
    show(id: string): void {
      setFound({ id, facts: [`Looking up ${id}`] });
      job.start(
        (signal) =>
          modelDetailsOf(connection(), id, signal).then(detailFacts, (error: unknown) => [messageOf(error)]),
        (facts) => setFound({ id, facts: facts.length > 0 ? facts : ['no more details'] }),
      );
    },
  };
}

/** Loads the models when the screen opens, and selects the current model whenever it is shown. */
function useModelsOfTask(choose: (id: string) => void, typed: string): void {
  const { session, userSettings } = usePicker();
  const isShown = useIsShown();
  const onShow = useEffectEvent(() => {
    const { models, task, model = userSettings[`model.${task?.id}`] } = session.getSnapshot();
    if (models.status === 'idle') session.listModels();
    if (model !== undefined && typed === '') choose(model);
  });
  useEffect(() => {
    if (isShown) onShow();
  }, [isShown]);
}
