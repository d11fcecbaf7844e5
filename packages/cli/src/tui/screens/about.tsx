import { isLive, loadTaskCatalog, type CatalogItem, type TaskCatalog } from '@tryout/engine';
import { useEffect, useMemo, useState, type ReactNode } from 'react';
import { catalogBlocks } from '../../deliver/task-catalog.ts';
import { wrap } from '../../screen/index.ts';
import { useLongLines } from '../components/scroll.tsx';
import { Lines } from '../components/text.tsx';
import { useCopy, useJob, useOpen } from '../hooks/use-job.ts';
import { command, useKeys, usePicker, useTerminal } from '../hooks/use-picker.ts';
import { openForm, useLookUp } from '../hooks/opening.ts';

interface Row {
  readonly item: CatalogItem;
  /** Its first and last line. */
  readonly from: number;
  readonly to: number;
}

/** What the catalog says about a task: its demo, and models and pages to open. */
export function AboutScreen(): ReactNode {
  const settings = usePicker();
  const { session, navigation, memory, connection } = settings;
  const { terminal, theme, body } = useTerminal();
  const openPage = useOpen();
  const copy = useCopy();
  const [task] = useState(memory.aboutTask);
  const [catalog, setCatalog] = useState<TaskCatalog>();
  const loading = useJob();
  useEffect(() => {
    if (task) loading.start((signal) => loadTaskCatalog(connection(), task, signal), setCatalog);
  }, [connection, task, loading]);
  const [rowIndex, setRowIndex] = useState(-1);
  const { columns, rows: height } = body;
  const { lines, rows } = useMemo(() => {
    const all: string[] = [];
    const items: Row[] = [];
    for (const block of task && catalog ? catalogBlocks(task, catalog, { ...terminal, columns }) : []) {
      const from = all.length;
      all.push(...block.lines.flatMap((line) => wrap(line, columns).split('\n')));
      if (block.item?.url) items.push({ item: block.item, from, to: all.length - 1 });
    }
    return { lines: all, rows: items };
  }, [task, catalog, terminal, columns]);
  const row = rows[rowIndex];
  const linesWithPointer = row
    ? lines.with(row.from, theme.accent(theme.pointer + lines[row.from]!.trimStart()))
    : lines;
  const long = useLongLines(linesWithPointer, height);
  const isModel = row !== undefined && catalog?.models.includes(row.item) === true;

  const lookUp = useLookUp('', ({ id, providers }) => {
    session.chooseTask(task!.id);
    navigation.back(navigation.isOpen('models') ? 'models' : 'about');
    navigation.open('models');
    openForm(settings, id, providers.some(isLive));
  });
  /** Moves to another item, or scrolls to the text before or after all of them. */
  function move(step: 1 | -1): void {
    const next = rows[rowIndex + step];
    if (!next) return long.reveal(step === 1 ? lines.length - 1 : 0);
    setRowIndex(rowIndex + step);
    long.reveal(step === 1 ? next.to : next.from - 2);
  }
  useKeys({
    commands: [
      isModel && command('enter', 'try', 'Try the selected model', () => lookUp(row.item.id)),
      row !== undefined &&
        command(isModel ? 'o' : 'enter o', 'open page', 'Open its page in the browser', () =>
          openPage(row.item.url!),
        ),
      row !== undefined && command('c', 'copy link', 'Copy the link of its page', () => copy(row.item.url!)),
      command('down tab', 'next', 'Go to the next model or link', () => move(1)),
      command('up shift+tab', 'previous', 'Go to the previous model or link', () => move(-1)),
      ...long.commands,
    ],
  });
  return <Lines lines={catalog ? long.visible : ['Loading']} />;
}
