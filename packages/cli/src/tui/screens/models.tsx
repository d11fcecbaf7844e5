import {
  ANY_PROVIDER,
  detailFacts,
  idOf,
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
import { FilterListView, rowsOfList } from '../components/filter-list.tsx';
import { firstLines, Lines } from '../components/text.tsx';
import { useFilterList } from '../hooks/use-filter-list.ts';
import { useJob, useOpenPage } from '../hooks/use-job.ts';
import { command, useKeys, type Command } from '../hooks/use-keys.ts';
import { useIsShown } from '../hooks/use-navigation.ts';
import { usePicker, useSession, useTerminal } from '../hooks/use-picker.ts';
import { useEarlyEnter, useModelConfirmation } from './confirm-model.ts';
import { incompleteLines, listMessage, modelColumns, spokenModel, questionLines } from './model-lines.ts';

const MIN_ROWS = 3;
/** Minimum heights for short and long details of the selected model. */
const ROOM_FOR_DETAILS = 6;
const ROOM_FOR_MORE = 12;
/** Limits the length of pasted text; no ID is longer. */
const MAX_SEARCH = 200;

/** The models of the chosen task, listed page by page as they arrive. */
export function ModelsScreen(): ReactNode {
  const { session, connection, hubUrl, userSettings, navigation, notify } = usePicker();
  const state = useSession();
  const { theme, body, isScreenReader } = useTerminal();
  const { separator } = theme;
  const openPage = useOpenPage();
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
  const confirmation = useModelConfirmation((id) => {
    session.chooseModel(id);
    navigation.open('form');
    list.markStale();
  });
  const { question } = confirmation;
  useModelsOfTask(list.choose, typed);
  const details = useJob();
  const [found, setFound] = useState<{ readonly id: string; readonly facts: readonly string[] }>();
  const early = useEarlyEnter(chosen, confirmation.choose);

  const load = (search: string | undefined, onlyAvailable: boolean) =>
    session.listModels({ search, provider: onlyAvailable ? ANY_PROVIDER : undefined });

  useKeys({
    commands: commands(),
    takesText: typed !== '',
    onKey(key) {
      if (key.name !== 'escape') return false;
      if (question) confirmation.dismiss();
      else if (searched !== undefined) load(undefined, isAvailableOnly);
      else return false;
      return true;
    },
  });

  function commands(): readonly (Command | false)[] {
    const moves = list.commands('choose', rowsOfList(body, true), confirmation.choose);
    const toggleAvailable = () => {
      if (!question) return load(searched, !isAvailableOnly);
      confirmation.dismiss();
      list.clear();
      load(undefined, true);
    };
    const toggle =
      isAvailableOnly && !question
        ? command('ctrl+s', 'all models', 'List all models, available or not', toggleAvailable)
        : command('ctrl+s', 'available', 'List only models that are available now', toggleAvailable);
    if (question) {
      const accept = command('enter', 'continue', 'Continue with this model anyway', confirmation.accept);
      const dismissing = moves
        .filter(({ keys }) => !keys.includes('enter') && !keys.includes('escape'))
        .map((move) => ({
          ...move,
          run() {
            confirmation.dismiss();
            move.run?.();
          },
        }));
      return [question.kind !== 'looking' && accept, toggle, ...dismissing];
    }
    const wanted = typed.trim().slice(0, MAX_SEARCH);
    const search = () => {
      list.clear();
      load(wanted, isAvailableOnly);
    };
    // Enter has no other use in an empty list.
    const searchKeys = chosen || status === 'loading' ? 'ctrl+n' : 'ctrl+n enter';
    return [
      status === 'loading' && !chosen && early.command,
      status === 'failed' &&
        command('ctrl+r', 'try again', 'Reload the list', () => load(searched, isAvailableOnly)),
      ...moves,
      wanted === '' &&
        searched !== undefined &&
        command('escape', 'full list', 'Back to the full list', () => load(undefined, isAvailableOnly)),
      wanted !== '' &&
        command(searchKeys, 'search the Hub', 'Search the Hub for the typed text, beyond this list', search),
      toggle,
      chosen !== undefined &&
        command('tab', 'details', "Look up the model's license, size and prices", () =>
          showDetails(idOf(chosen)),
        ),
      chosen !== undefined && command('ctrl+o', 'page', "View the model's page in the browser", openModel),
    ];
  }

  function showDetails(id: string): void {
    setFound({ id, facts: [`Looking up ${visibleLine(id)}`] });
    details.start(
      (signal) =>
        modelDetailsOf(connection(), id, signal).then(detailFacts, (error: unknown) => [messageOf(error)]),
      (facts) => setFound({ id, facts: facts.length > 0 ? facts : ['no more details'] }),
    );
  }

  function openModel(): void {
    try {
      const address = modelAddress(hubUrl, chosen ? idOf(chosen) : '');
      openPage(address, `View model on ${new URL(hubUrl).host}: ${address}`);
    } catch (error) {
      notify(messageOf(error), 'error');
    }
  }

  function type(next: string): void {
    early.forget();
    if (question) confirmation.dismiss();
    list.setTyped(next);
  }

  const { columns, rows } = body;
  const isLoadingMore = status === 'loading' && models.length > 0;
  const note = [isAvailableOnly && 'available', isLoadingMore && 'loading more']
    .filter(Boolean)
    .join(separator);
  const isSearch =
    searched !== undefined && status !== 'failed' && (models.length > 0 || status === 'loading');
  const heading = `${status === 'loading' ? 'Searching the Hub for' : 'Found on the Hub:'} '${searched ?? ''}'. Esc: the full list`;
  const head = isSearch ? [theme.accent(theme.cut(heading, columns))] : [];
  const layout = (height: number, below: readonly string[]) => (
    <>
      <Lines lines={head} />
      <FilterListView
        list={{ ...list, setTyped: type }}
        room={{ columns, rows: height }}
        noun="model"
        placeholder="Select a model"
        note={note}
        aside={(width) => modelColumns(theme, width)}
        spokenRow={spokenModel}
        isDim={(choice) => !isTypedModel(choice) && choice.providers.length === 0}
      />
      <Lines lines={below} />
    </>
  );

  if (question) {
    const reserved = rows > 2 * MIN_ROWS + head.length ? MIN_ROWS + head.length : 0;
    const lines = questionLines(question, theme, columns, rows - reserved);
    const room = rows - head.length - lines.length - 1;
    if (room <= 1) return <Lines lines={lines} />;
    return layout(room, ['', ...lines]);
  }
  const hasMessage = list.found === 0 || status === 'failed';
  const left = rows - head.length - 1 - list.found;
  const max = rows >= ROOM_FOR_DETAILS || hasMessage ? rows - head.length - MIN_ROWS : left;
  const below = linesBelow().slice(0, Math.max(0, max));
  const isRoomy = rows - head.length - below.length > 2 * MIN_ROWS || left > below.length + 1;
  const gap = below.length > 0 && isRoomy && !isScreenReader ? [''] : [];
  return layout(rows - head.length - below.length - gap.length, [...gap, ...below]);

  function linesBelow(): string[] {
    const message = listMessage(state, { typed, found: list.found }, theme, columns);
    const hasDetails = message.length === 0 && chosen !== undefined && !isScreenReader;
    // Filter, headings, and an empty line.
    const room = Math.max(rows < ROOM_FOR_MORE ? 1 : 3, rows - list.found - 3);
    const details = hasDetails ? firstLines(detailsOf(chosen), columns, room, theme) : [];
    return [...message, ...details.map((line) => theme.dim(line)), ...incompleteLines(state, columns)];
  }

  function detailsOf(choice: ModelChoice): string {
    const facts = found?.id === idOf(choice) ? found.facts : [];
    const known = isTypedModel(choice)
      ? [`Not in this list. Enter: look up ${choice.typedId} on the Hub.`]
      : modelFacts(choice);
    return visibleLine([...known, ...facts].join(separator));
  }
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
