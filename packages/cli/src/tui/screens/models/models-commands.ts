import { ANY_PROVIDER, idOf, type ModelChoice } from '@tryout/engine';
import type { Picker } from '../../app/picker.ts';
import type { PickList } from '../../list/pick-list.ts';
import type { Command } from '../screen.ts';
import type { Entrance } from './entrance.ts';
import { openModelPage } from './model-page.ts';

/** No id is longer; a pasted novel is not sent. */
const LONGEST_SEARCH = 200;

/**
 * What keys do in the list of models now.
 * @param onEarlyEnter something was chosen before there was anything to choose from
 */
export function modelsCommands(
  picker: Picker,
  list: PickList<ModelChoice>,
  door: Entrance,
  onEarlyEnter: () => void,
): readonly Command[] {
  const { session } = picker;
  const { status, search, provider } = session.getSnapshot().models;
  const isServedOnly = provider !== undefined;
  const narrow = (search: string | undefined, served: boolean) =>
    session.listModels({
      ...(search === undefined ? {} : { search }),
      ...(served ? { provider: ANY_PROVIDER } : {}),
    });
  const served: Command = {
    keys: ['ctrl+s'],
    label: isServedOnly && !door.question ? 'all models' : 'only served',
    help: isServedOnly ? 'List all models, served or not' : 'List only models that are served now',
    run() {
      // Who was told that nobody serves a model asks for others, not for those that have its name.
      const wasAsked = door.dismiss();
      if (wasAsked) list.clear();
      if (!wasAsked || !isServedOnly) narrow(wasAsked ? undefined : search, wasAsked || !isServedOnly);
    },
  };
  if (door.question) {
    const goOn = {
      keys: ['enter'],
      label: 'go on',
      help: 'Go on with this model all the same',
      run: door.goOn,
    };
    const moves = list
      .commands('choose')
      .filter(({ keys }) => !keys.includes('enter') && !keys.includes('escape'));
    const after = (command: Command): Command => ({
      ...command,
      run() {
        door.dismiss();
        command.run?.();
      },
    });
    return [...(door.question.kind === 'looking' ? [] : [goOn]), served, ...moves.map(after)];
  }
  const typed = list.typed.trim().slice(0, LONGEST_SEARCH);
  const chosen = list.chosen;
  const retry: Command = {
    keys: ['ctrl+r'],
    label: 'try again',
    help: 'Load the list again',
    run: () => narrow(search, isServedOnly),
  };
  const onHub: Command = {
    // With nothing to choose there is nothing else that Enter could mean.
    keys: chosen || status === 'loading' ? ['ctrl+n'] : ['ctrl+n', 'enter'],
    label: 'search the Hub',
    help: 'Search the Hub for what is typed, beyond this list',
    run() {
      list.clear();
      narrow(typed, isServedOnly);
    },
  };
  const page: Command = {
    keys: ['ctrl+o'],
    label: 'page',
    help: "View the model's page in the browser",
    run: () => chosen && openModelPage(picker, idOf(chosen)),
  };
  const wholeList: Command = {
    keys: ['escape'],
    label: 'whole list',
    help: 'Back to the whole list',
    run: () => narrow(undefined, isServedOnly),
  };
  const early: Command = {
    keys: ['enter', 'ctrl+j'],
    label: 'choose',
    help: 'Choose the first model as soon as it is here',
    isMinor: true,
    run: onEarlyEnter,
  };
  return [
    ...(status === 'loading' && !chosen ? [early] : []),
    ...(status === 'failed' ? [retry] : []),
    ...list.commands('choose'),
    ...(typed === '' && search !== undefined ? [wholeList] : []),
    ...(typed === '' ? [] : [onHub]),
    served,
    ...(chosen ? [page] : []),
  ];
}
