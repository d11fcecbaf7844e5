import { type ReactNode, useEffect, useEffectEvent, useState } from 'react';
import {
  ANY_PROVIDER,
  idOf,
  isTyped,
  modelAddress,
  type ModelChoice,
  modelFacts,
  typedModel,
  visibleLine,
} from '@tryout/engine';
import { symbolsOf, truncate } from '../../terminal/index.ts';
import { FilterListView, rowsOfList } from '../components/filter-list.tsx';
import { firstLines, Lines } from '../components/text.tsx';
import { useOpenPage } from '../hooks/use-job.ts';
import { useFilterList } from '../hooks/use-filter-list.ts';
import { command, type Command, minorCommand, useKeys } from '../hooks/use-keys.ts';
import { useIsShown, useNavigation } from '../hooks/use-navigation.ts';
import { usePicker, useSession, useTerminal } from '../hooks/use-picker.ts';
import { incompleteLines, listMessage, modelAside, modelInWords, questionLines } from './model-lines.ts';
import { useModelEntrance } from './confirm-model.ts';

/** The least number of lines for the list. */
const LEAST_ROWS = 3;
/** From this height on the details of the selected model are shown. */
const ROOM_FOR_DETAILS = 6;
/** From this height on they may be long. */
const ROOM_FOR_MORE = 12;
/** No ID is longer; long pasted text is not sent. */
const LONGEST_SEARCH = 200;

/** The models of the chosen task, listed page by page as they arrive. */
export function ModelsScreen(): ReactNode {
  const { session, hubUrl, isRead } = usePicker();
  const state = useSession();
  const { terminal, theme, body } = useTerminal();
  const navigation = useNavigation();
  const openPage = useOpenPage();
  const { models, search: searched, provider, status } = state.models;
  const isServedOnly = provider !== undefined;

  const list = useFilterList<ModelChoice>({
    items: models,
    keyOf: idOf,
    nameOf: (choice) => (isTyped(choice) ? `Use ${choice.typedId}` : choice.name),
    typedItem: (typed) => typedModel(hubUrl, typed, models),
    ...(state.model === undefined ? {} : { initialKey: state.model }),
  });
  const { chosen, typed } = list;
  const door = useModelEntrance((id) => {
    session.chooseModel(id);
    navigation.open('form');
    list.retire();
  });
  useModelsOfTask(list.choose, typed);
  const early = useEarlyEnter(chosen, door.choose);

  const narrow = (next: string | undefined, served: boolean) =>
    session.listModels({
      ...(next === undefined ? {} : { search: next }),
      ...(served ? { provider: ANY_PROVIDER } : {}),
    });

  useKeys({
    commands: commands(),
    takesText: typed !== '',
    onKey(key) {
      if (key.name !== 'escape') return false;
      if (door.question) door.dismiss();
      else if (searched !== undefined) narrow(undefined, isServedOnly);
      else return false;
      return true;
    },
  });

  function commands(): readonly (Command | false)[] {
    const moves = list.commands('choose', rowsOfList(body, true), door.choose);
    const listOthers = () => {
      if (!door.question) return narrow(searched, !isServedOnly);
      // The filter would match the unavailable model.
      door.dismiss();
      list.clear();
      narrow(undefined, true);
    };
    const served =
      isServedOnly && !door.question
        ? command('ctrl+s', 'all models', 'List all models, served or not', listOthers)
        : command('ctrl+s', 'only served', 'List only models that are served now', listOthers);
    if (door.question) {
      const goOn = command('enter', 'go on', 'Go on with this model all the same', door.goOn);
      const others = moves.filter(({ keys }) => !keys.includes('enter') && !keys.includes('escape'));
      const dismissing = others.map(({ run, ...others }) => ({
        ...others,
        run() {
          door.dismiss();
          run?.();
        },
      }));
      return [door.question.kind !== 'looking' && goOn, served, ...dismissing];
    }
    const wanted = typed.trim().slice(0, LONGEST_SEARCH);
    const search = () => {
      list.clear();
      narrow(wanted, isServedOnly);
    };
    // Enter has nothing else to do in an empty list.
    const searchKeys = chosen || status === 'loading' ? 'ctrl+n' : 'ctrl+n enter';
    return [
      status === 'loading' && !chosen && early.command,
      status === 'failed' &&
        command('ctrl+r', 'try again', 'Load the list again', () => narrow(searched, isServedOnly)),
      ...moves,
      wanted === '' &&
        searched !== undefined &&
        command('escape', 'whole list', 'Back to the whole list', () => narrow(undefined, isServedOnly)),
      wanted !== '' &&
        command(searchKeys, 'search the Hub', 'Search the Hub for what is typed, beyond this list', search),
      served,
      chosen !== undefined && command('ctrl+o', 'page', "View the model's page in the browser", openModel),
    ];
  }

  function openModel(): void {
    const address = modelAddress(hubUrl, chosen ? idOf(chosen) : '');
    openPage(address, `View model on ${new URL(hubUrl).host}: ${address}`);
  }

  function type(next: string): void {
    early.forget();
    if (door.question) door.dismiss();
    list.setTyped(next);
  }

  const { columns, rows } = body;
  const notes = [isServedOnly && 'only served', status === 'loading' && models.length > 0 && 'loading more'];
  const view = (height: number) => (
    <FilterListView
      list={{ ...list, setTyped: type }}
      room={{ columns, rows: height }}
      noun="model"
      placeholder="Select a model"
      note={notes.filter(Boolean).join(symbolsOf(terminal).separator)}
      aside={(width) => modelAside(theme, width)}
      inWords={modelInWords}
    />
  );
  const isSearched = searched !== undefined && (models.length > 0 || status === 'loading');
  const head = isSearched ? [searchLine(searched)] : [];

  function searchLine(words: string): string {
    const what = status === 'loading' ? 'Searching the Hub for' : 'Found on the Hub:';
    const line = `${what} '${visibleLine(words)}'. Esc: the whole list`;
    return theme.accent(truncate(line, columns, symbolsOf(terminal).ellipsis));
  }

  if (door.question) {
    const least = rows > 2 * LEAST_ROWS + head.length ? LEAST_ROWS + head.length : 0;
    const asked = questionLines(door.question, theme, columns, rows - least);
    const room = rows - head.length - asked.length - 1;
    return (
      <>
        {room > 1 && <Lines lines={head} />}
        {room > 1 && view(room)}
        <Lines lines={room > 1 ? ['', ...asked] : asked} />
      </>
    );
  }
  const isAsking = list.found === 0 || status === 'failed';
  // Lines left below the matches.
  const left = rows - head.length - 1 - list.found;
  const most = rows >= ROOM_FOR_DETAILS || isAsking ? rows - head.length - LEAST_ROWS : left;
  const told = linesBelow().slice(0, Math.max(0, most));
  const isRoomy = rows - head.length - told.length > 2 * LEAST_ROWS || left > told.length + 1;
  const gap = told.length > 0 && isRoomy && !isRead ? [''] : [];
  return (
    <>
      <Lines lines={head} />
      {view(rows - head.length - told.length - gap.length)}
      <Lines lines={[...gap, ...told]} />
    </>
  );

  /** Messages, or details of the selected model. */
  function linesBelow(): string[] {
    const message = listMessage(state, { typed, found: list.found }, theme, columns);
    const isAbout = message.length === 0 && chosen !== undefined && !isRead;
    // Filter, headings, and an empty line.
    const room = Math.max(rows < ROOM_FOR_MORE ? 1 : 3, rows - list.found - 3);
    const about = isAbout ? firstLines(details(chosen), columns, room, terminal) : [];
    return [...message, ...about.map((line) => theme.dim(line)), ...incompleteLines(state, columns)];
  }

  function details(choice: ModelChoice): string {
    if (isTyped(choice)) return `Not in this list: ${choice.typedId} is looked up on the hub.`;
    return visibleLine(modelFacts(choice).join(symbolsOf(terminal).separator));
  }
}

/** Loads the models when the screen opens, and selects the current model when it is shown again. */
function useModelsOfTask(choose: (id: string) => void, typed: string): void {
  const { session } = usePicker();
  const isShown = useIsShown();
  const onShow = useEffectEvent(() => {
    const { models, model } = session.getSnapshot();
    if (models.status === 'idle') session.listModels();
    if (model !== undefined && typed === '') choose(model);
  });
  useEffect(() => {
    if (isShown) onShow();
  }, [isShown]);
}

/** Makes Enter choose the first model as soon as it arrives, unless something is typed first. */
function useEarlyEnter(
  chosen: ModelChoice | undefined,
  choose: (choice: ModelChoice) => void,
): { readonly command: Command; forget(): void } {
  const state = useSession();
  const isShown = useIsShown();
  const { status } = state.models;
  const [isAwaited, setAwaited] = useState(false);
  const [awaited, setFound] = useState<ModelChoice>();
  if (isAwaited && (chosen !== undefined || status !== 'loading')) {
    setAwaited(false);
    setFound(chosen);
  }
  const onFound = useEffectEvent((found: ModelChoice) => isShown && choose(found));
  useEffect(() => {
    if (awaited) onFound(awaited);
  }, [awaited]);
  return {
    command: minorCommand('enter ctrl+j', 'choose', 'Choose the first model as soon as it is here', () =>
      setAwaited(true),
    ),
    forget: () => setAwaited(false),
  };
}
