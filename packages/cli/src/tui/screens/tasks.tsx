import {
  findAlias,
  findTask,
  isLive,
  isMoreTask,
  isRunLink,
  MORE_TASKS,
  modelIdIn,
  modelsMessage,
  taskSignature,
  tasks,
  taskSearchTerms,
  type Task,
} from '@tryout/engine';
import type { ReactNode } from 'react';
import { parseDroppedPath } from '../../read-argv/paths.ts';
import { isRunFile } from '../../deliver/save-result.ts';
import { FilterListView, useFilterList } from '../components/filter-list.tsx';
import { firstLines, paragraph } from '../components/text.tsx';
import { aboutCommand, globalCommands } from '../hooks/use-commands.ts';
import { command, useKeys, usePicker, useSession, useTerminal } from '../hooks/use-picker.ts';
import { openForm, useLookUp, useOpenRun } from '../hooks/opening.ts';

/** Maximum characters of the filter in messages. */
const MAX_TYPED = 200;
/** Constant, so that the list does not move with the selection. */
const SUMMARY_ROWS = 4;
/** Minimum widths to show the modality, and with it the alias that matches. */
const FOR_MODALITY = 40;
const FOR_BOTH = 72;

const longest = (texts: readonly string[]) => Math.max(...texts.map(({ length }) => length));
const modalityWidth = longest(tasks.map(({ modality }) => modality));
const firstMoreTask = tasks.find(isMoreTask);
const aliasWidth = longest(tasks.flatMap(({ aliases }) => aliases));

/** All tasks, with a summary of the selected one. A typed model ID, URL or stored run can be opened. */
export function TasksScreen(): ReactNode {
  const settings = usePicker();
  const { session, hubUrl, navigation, notify, runInBackground } = settings;
  const state = useSession();
  const { theme, body, isScreenReader } = useTerminal();
  const list = useFilterList<Task>({
    items: tasks,
    getKey: ({ id }) => id,
    getName: ({ label }) => label,
    getTerms: taskSearchTerms,
    initialKey: state.task?.id,
  });
  const { selection, filter } = list;

  function choose(task: Task): void {
    session.chooseTask(task.id);
    navigation.open('models');
    list.clear();
    list.choose(task.id);
  }

  const lookUp = useLookUp(filter, ({ id, task: taskId, providers }) => {
    const task = findTask(taskId ?? '');
    if (task) {
      choose(task);
      return openForm(settings, id, providers.some(isLive));
    }
    const reason =
      taskId === undefined
        ? `The Hub lists no task for ${id}`
        : `${id} is for the task ${taskId}, which Tryout does not support`;
    notify(`${reason}. Choose a task here.`);
  });

  const openRun = useOpenRun();
  const openReference = () =>
    runInBackground(async () => {
      const { findRun } = await import('../../history/stored-runs.ts');
      await openRun(
        await findRun(parseDroppedPath(filter.trim()) ?? filter.trim(), settings.environment, notify),
      );
      list.clear();
    });
  const isRun = isRunLink(filter) || isRunFile(filter.trim());
  const id = isRun ? undefined : modelIdIn(hubUrl, filter);

  const { history } = globalCommands(settings, filter !== '');
  useKeys({
    takesText: filter !== '',
    commands: [
      isRun && command('enter ctrl+j', 'open', 'Open this run', openReference),
      id !== undefined &&
        command('enter ctrl+j', 'look up', 'Look up this model on the Hub', () => lookUp(id)),
      ...list.commands('choose', choose),
      aboutCommand(settings, selection),
      { ...history, isMinor: filter !== '' },
    ],
  });

  const aliasOf = (task: Task) => findAlias(task.label, task, filter);
  const { columns, rows } = body;
  const message = () => {
    if (isRun) return 'A stored run. Enter: open it; nothing is sent yet. Esc: all tasks.';
    const hint = id === undefined ? '' : 'Enter: look up this model. ';
    return `No task matches '${theme.cut(filter.slice(0, MAX_TYPED), columns)}'. ${hint}Esc: all tasks.`;
  };
  const summary = () => {
    if (!selection || isScreenReader) return [];
    const { inputs, output } = taskSignature(selection);
    const signature = `Input: ${inputs.join(', ')}. Output: ${output}.`;
    return [
      ...firstLines(selection.summary, columns, SUMMARY_ROWS - 1, theme).map((line) => theme.dim(line)),
      theme.dim(theme.cut(signature, columns)),
    ];
  };
  const isMessage = !selection || isRun || id !== undefined;
  return (
    <FilterListView
      list={list}
      rows={rows}
      noun="task"
      note={filter === '' ? 'or a model ID' : ''}
      placeholder={state.task ? 'Select a task' : (modelsMessage(state) ?? '')}
      aside={(width) => {
        if (width < FOR_MODALITY) return undefined;
        const hasBoth = width >= FOR_BOTH;
        const asideWidth = hasBoth ? modalityWidth + theme.separator.length + aliasWidth : modalityWidth;
        return {
          width: asideWidth + 1,
          of(task) {
            const alias = aliasOf(task);
            const texts = hasBoth || alias === undefined ? [task.modality, alias] : [alias];
            return theme.dim(` ${theme.cut(texts.filter(Boolean).join(theme.separator), asideWidth)}`);
          },
        };
      }}
      groupTitle={({ id }) => (id === firstMoreTask?.id ? MORE_TASKS : undefined)}
      spokenRow={(task) =>
        `${[task.label, aliasOf(task), task.modality].filter(Boolean).join(', ')}. ${task.summary}`
      }
      below={isMessage ? paragraph(message(), columns) : summary()}
      belowRows={isMessage || isScreenReader ? undefined : SUMMARY_ROWS}
    />
  );
}
