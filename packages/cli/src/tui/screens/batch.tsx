import {
  attempt,
  boundText,
  cellText,
  counted,
  dollars,
  fieldKinds,
  getMessage,
  withoutKind,
} from '@tryout/engine';
import { useState, type ReactNode } from 'react';
import { parseDollars } from '../../context/options.ts';
import { BatchProgress } from './batch-progress.tsx';
import { Menu } from '../components/menu.tsx';
import { Prompt } from '../components/prompt.tsx';
import { errorLines, paragraph } from '../components/text.tsx';
import { useBatchSetup } from '../hooks/use-batch.ts';
import { command, useKeys, usePicker, useTerminal } from '../hooks/use-picker.ts';
import { useStore, type OpenBatch } from '../hooks/stores.ts';

/** A batch: what it will do, then its progress. */
export function BatchScreen(): ReactNode {
  const open = useStore(usePicker().batch);
  if (!open) return undefined;
  return open.run ? <BatchProgress open={open} run={open.run} /> : <BatchSetup open={open} />;
}

/** Before the names of fields in those of rows. */
const FIELD = 'field ';

function BatchSetup({ open }: { readonly open: OpenBatch }): ReactNode {
  const { batch, notify } = usePicker();
  const { theme, body } = useTerminal();
  const { task, models, plan, label, output, columns, first, error, estimate, start, tryAgain } =
    useBatchSetup(open);
  /** The chosen row, and whether its editor is open. */
  const [{ row, isEditing }, setEditing] = useState({ row: 'run', isEditing: false });
  const cut = (text: string) => theme.cut(text, body.columns);
  useKeys({
    isActive: error !== undefined && !isEditing,
    commands: [command('ctrl+r', 'try again', 'Read the source and look up the models again', tryAgain)],
  });
  const edit = (name: string) => setEditing({ row: name, isEditing: true });
  const close = () => setEditing({ row, isEditing: false });
  function save(change: Partial<OpenBatch>): undefined {
    batch.set({ ...open, ...change });
    close();
  }
  const prompts = {
    output: {
      title: 'Output',
      initial: output,
      placeholder: 'A path',
      about: 'JSON Lines with a line per row and model. A batch whose output exists continues.',
      submit: (text: string) =>
        text.trim() === '' ? 'Enter a file name.' : save({ output: text.trim().replace(/^-/, './-') }),
    },
    media: {
      title: 'Folder of files',
      initial: open.mediaRoot ?? '',
      placeholder: 'The folder of the table',
      about: 'Files that cells name are read only in this folder.',
      submit: (text: string) => save({ mediaRoot: text.trim() || undefined }),
    },
    prompt: {
      title: 'Prompt',
      initial: open.prompt ?? '',
      placeholder: 'For example: Rate 1-5: {{review}}',
      about: `The message, with columns in double braces: ${columns.map((name) => `{{${name}}}`).join(', ')}`,
      submit: (text: string) => save({ prompt: text || undefined }),
    },
    cost: {
      title: 'Cost limit',
      initial: open.maxCost?.toString() ?? '',
      placeholder: 'For example: 2.50',
      about: 'US dollars of all lines in the output. The batch stops before they cost more.',
      submit(text: string) {
        const maxCost = attempt(() => parseDollars(text));
        if (maxCost === undefined && text.trim() !== '') return 'Use US dollars, for example 2.50.';
        return save({ maxCost });
      },
    },
  };
  const editor = prompts[row as keyof typeof prompts];
  if (isEditing && editor) {
    const { about, submit, ...prompt } = editor;
    return (
      <Prompt
        {...prompt}
        about={paragraph(about, body.columns, theme.dim)}
        onSubmit={submit}
        onCancel={close}
      />
    );
  }
  if (isEditing) {
    const field = row === 'label' ? undefined : row.slice(FIELD.length);
    const title = field === undefined ? 'the expected answers' : fieldLabel(field);
    const column = field === undefined ? label : plan?.byField.get(field);
    const choose = (name: string) =>
      field === undefined ? save({ label: name }) : save({ columns: { ...open.columns, [field]: name } });
    return (
      <Menu
        above={[theme.title(cut(`Choose the column of ${title}`)), '']}
        rows={[...(field === undefined ? [''] : []), ...columns].map((name) => ({
          name,
          label: theme.cut(name || 'none', body.columns >> 1),
          note: theme.cut(cellText(first[name]), body.columns),
          choose: () => choose(name),
        }))}
        initial={column}
        onCancel={close}
      />
    );
  }

  function fieldLabel(name: string): string {
    return withoutKind(task.fields[name]!.label);
  }
  function run(): void {
    const [missing] = plan?.open ?? [];
    if (missing !== undefined) return edit(FIELD + missing);
    if (error !== undefined) return notify(getMessage(error), 'error');
    start();
  }
  const fields = Object.keys(task.fields).filter(
    (name) => plan?.byField.has(name) || plan?.open.includes(name),
  );
  const runs =
    estimate && `${counted(estimate.rows, 'row')}${models.length > 1 ? `, ${models.length} models` : ''}`;
  const needed = plan?.open.map(fieldLabel).join(', ');
  const status = needed ? `choose the column of ${needed}` : (runs ?? (error ? 'not possible' : 'counting'));
  const cost = boundText(estimate?.cost, estimate?.isCostRough);
  const facts = [
    `Source: ${open.offer.paths.join(', ')}`,
    `${models.length > 1 ? `${models.length} models` : 'Model'}: ${models.join(', ')}`,
    `Cost: ${estimate || error ? cost : theme.ellipsis}`,
    ...(estimate?.failure === undefined ? [] : [estimate.failure]),
  ];
  const takesMedia = Object.values(task.fields).some(({ kind }) => fieldKinds[kind].media);
  const [folder, editMedia] = [open.mediaRoot ?? 'that of the table', () => edit('media')];
  const rows = [
    { name: 'run', label: 'Run all', note: plan || error ? status : 'looking up the models', choose: run },
    ...fields.map((name) => ({
      name: FIELD + name,
      label: fieldLabel(name),
      note: plan?.byField.has(name)
        ? `column ${plan.byField.get(name)}`
        : `choose a column${name === open.field ? '' : ', or fill it in on the form'}`,
      choose: () => edit(FIELD + name),
    })),
    ...(task.conversation
      ? [{ name: 'prompt', label: 'Prompt', note: open.prompt ?? 'none', choose: () => edit('prompt') }]
      : []),
    {
      name: 'label',
      label: 'Expected answers',
      note: label ? `column ${label}` : 'none',
      choose: () => edit('label'),
    },
    ...(takesMedia ? [{ name: 'media', label: 'Folder of files', note: folder, choose: editMedia }] : []),
    { name: 'output', label: 'Output', note: output, choose: () => edit('output') },
    {
      name: 'cost',
      label: 'Cost limit',
      note: open.maxCost === undefined ? 'none' : dollars(open.maxCost),
      choose: () => edit('cost'),
    },
    {
      name: 'retry',
      label: 'Failed rows',
      note: open.retriesErrors ? 'run again' : 'do not run again',
      choose: () => save({ retriesErrors: !open.retriesErrors }),
    },
  ];
  return (
    <Menu
      above={[...facts.map(cut), '']}
      rows={rows}
      initial={row}
      below={error === undefined ? [] : ['', ...errorLines(error, body.columns, theme)]}
    />
  );
}
