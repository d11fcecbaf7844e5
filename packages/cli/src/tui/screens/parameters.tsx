import {
  currentParameterSpecs,
  freeParameter,
  freeParameterNote,
  LOOKING_UP_PARAMETERS,
  otherParameterHint,
  getMessage,
  getParameterError,
  parameterLimits,
  parameterRows,
  typedText,
  withParameter,
  type OneLineKind,
  type ParameterRow,
  type ParameterSpec,
} from '@tryout/engine';
import { useEffect, useMemo, useState, type ReactNode } from 'react';
import { FilterListView, useFilterList } from '../components/filter-list.tsx';
import { Menu } from '../components/menu.tsx';
import { Prompt } from '../components/prompt.tsx';
import { errorLines, Lines, paragraph } from '../components/text.tsx';
import { useJob } from '../hooks/use-job.ts';
import { command, useKeys, usePicker, useSession, useTerminal } from '../hooks/use-picker.ts';

/** Constant, so that the list does not move with the selection. */
const ABOUT_ROWS = 4;
const MAX_VALUE = 30;

/** The task's parameters. Parameters that are not listed are typed as `name=value`. */
export function ParametersScreen(): ReactNode {
  const { session, connection } = usePicker();
  const { theme, body } = useTerminal();
  const job = useJob();
  const [attempt, setAttempt] = useState(1);
  const [lookUp, setLookUp] = useState<{ specs?: readonly ParameterSpec[]; error?: unknown }>({});
  useEffect(() => {
    const load = (signal: AbortSignal) => currentParameterSpecs(connection(), session.getSnapshot(), signal);
    job.start(
      (signal) =>
        load(signal).then(
          (specs) => ({ specs }),
          (error: unknown) => ({ error }),
        ),
      setLookUp,
    );
  }, [job, session, connection, attempt]);
  const { specs, error } = lookUp;
  useKeys({
    isActive: error !== undefined,
    commands: [command('ctrl+r', 'try again', 'Look up the parameters again', () => setAttempt(attempt + 1))],
  });
  if (specs) return <ParameterList specs={specs} />;
  return (
    <Lines lines={error === undefined ? [LOOKING_UP_PARAMETERS] : errorLines(error, body.columns, theme)} />
  );
}

function ParameterList({ specs }: { readonly specs: readonly ParameterSpec[] }): ReactNode {
  const { session, notify } = usePicker();
  const { parameters } = useSession();
  const { theme, body } = useTerminal();
  const [editing, setEditing] = useState<ParameterRow>();
  const items = useMemo(() => parameterRows(specs, Object.keys(parameters)), [specs, parameters]);
  const list = useFilterList<ParameterRow>({
    items,
    getKey: ({ name }) => name,
    getName: ({ name }) => name,
    getTerms: () => ({}),
  });
  const { selection, filter } = list;
  /** Even if other names match. */
  const isPair = filter.includes('=');
  const getText = ({ name }: ParameterRow) => typedText(parameters, name);
  const getError = (row: ParameterRow, text = getText(row)) => getParameterError(specs, row.name, text);
  const set = (name: string, text: string) =>
    session.setParameters(withParameter(session.getSnapshot().parameters, name, text));

  const close = () => setEditing(undefined);
  const options = editing?.spec && getOptions(editing.spec);

  function add(): void {
    const parameter = freeParameter(specs, filter);
    if (parameter instanceof Error) return notify(getMessage(parameter), 'error');
    set(parameter.name, parameter.value);
    list.clear();
    list.choose(parameter.name);
  }

  useKeys({
    isActive: editing === undefined,
    takesText: filter !== '',
    commands: [
      (!selection || isPair) && command('enter ctrl+j', 'add', 'Set the typed name=value', add),
      ...list.commands(selection?.spec && getOptions(selection.spec) ? 'choose' : 'edit', setEditing),
      selection !== undefined &&
        getText(selection) !== undefined &&
        command('ctrl+l', 'clear', 'Remove this parameter', () => {
          // Its row disappears.
          if (!selection.spec) list.leaveSelection();
          set(selection.name, '');
        }),
    ],
  });

  const { columns, rows } = body;
  function describe(row: ParameterRow): readonly string[] {
    const { name, spec } = row;
    const error = getError(row);
    return [
      ...(error ? paragraph(getMessage(error), columns, theme.error) : []),
      ...(spec ? paragraph(`${name}: ${parameterLimits(spec)}`, columns) : []),
      ...paragraph(spec?.description ?? freeParameterNote(specs, name), columns, theme.dim),
    ];
  }

  if (editing && options)
    return (
      <Menu
        above={[...describe(editing), '']}
        rows={['', ...options].map((value) => ({
          name: value,
          label: value || getDefault(editing),
          choose() {
            set(editing.name, value);
            close();
          },
        }))}
        initial={getText(editing)}
        onCancel={close}
      />
    );
  if (editing)
    return (
      <Prompt
        title={editing.name}
        initial={getText(editing) ?? ''}
        placeholder={getDefault(editing)}
        about={describe(editing)}
        onSubmit={(text) => {
          const error = text === '' ? undefined : getError(editing, text);
          if (error) return getMessage(error);
          set(editing.name, text);
          close();
        }}
        onCancel={close}
      />
    );
  const getValue = (row: ParameterRow, width: number) => {
    const text = getText(row);
    if (text === undefined) return theme.dim(theme.cut(getDefault(row), width));
    return (getError(row) ? theme.error : theme.accent)(theme.cut(text, width));
  };
  return (
    <FilterListView
      list={list}
      rows={rows}
      noun="parameter"
      placeholder="Select a parameter, or type name=value"
      aside={(room) => {
        const width = Math.min(MAX_VALUE, room >> 1);
        return { width, of: (row) => getValue(row, width) };
      }}
      spokenRow={(row) => `${row.name}, ${getText(row) ?? getDefault(row)}`}
      below={
        selection && !isPair
          ? describe(selection)
          : paragraph(otherParameterHint(specs.length), columns, theme.dim)
      }
      belowRows={selection && ABOUT_ROWS}
    />
  );
}

function getOptions(field: OneLineKind): readonly string[] | undefined {
  if (field.kind === 'boolean') return ['true', 'false'];
  return field.kind === 'choice' ? field.options.map(({ value }) => value) : undefined;
}

function getDefault({ spec }: ParameterRow): string {
  return spec?.default === undefined ? 'not set' : `default ${spec.default}`;
}
