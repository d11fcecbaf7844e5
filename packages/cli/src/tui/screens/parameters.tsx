import {
  parameterErrorOf,
  parameterErrorText,
  freeParameter,
  freeParameterNote,
  LOOKING_UP_PARAMETERS,
  nameSearch,
  otherParameterHint,
  type ParameterError,
  parameterLimits,
  type ParameterRow,
  parameterRows,
  type ParameterSpec,
  currentParameterSpecs,
  typedText,
  visibleLine,
  withParameter,
} from '@tryout/engine';
import { Box } from 'ink';
import { type ReactNode, useEffect, useEffectEvent, useMemo, useState } from 'react';
import { pad, widthOf, type Theme } from '../../terminal/index.ts';
import { Lines, paragraph } from '../components/text.tsx';
import { TextLine } from '../components/text-line.tsx';
import { indent } from '../fields/field.tsx';
import { optionsOf, ValueLine } from '../components/value-line.tsx';
import { useJob } from '../hooks/use-job.ts';
import { command, minorCommand, useKeys } from '../hooks/use-keys.ts';
import { usePicker, useSession, useTerminal } from '../hooks/use-picker.ts';
import { useScroll } from '../components/scroll.tsx';

/** The row to add other parameters. */
const OTHER: ParameterRow = { name: 'name=value' };
const PAGE = 8;
const FILTER = 'Filter: ';
const ENTER = 'Go to the next parameter, or add the typed name=value';
/** Cells before and after a name. */
const PREFIX = 4;
const GAP = 2;

/** The task's parameters, edited in place and validated while typing. */
export function ParametersScreen(): ReactNode {
  const { session, connection } = usePicker();
  const job = useJob();
  const [specs, setSpecs] = useState<readonly ParameterSpec[]>();
  useEffect(() => {
    job.start((signal) => currentParameterSpecs(connection(), session.getSnapshot(), signal), setSpecs);
  }, [job, session, connection]);
  return specs ? <ParameterList specs={specs} /> : <Lines lines={[LOOKING_UP_PARAMETERS]} />;
}

function ParameterList({ specs }: { readonly specs: readonly ParameterSpec[] }): ReactNode {
  const { session, navigation, notify } = usePicker();
  const { parameters } = useSession();
  const { theme, body } = useTerminal();
  // Parameters without a schema stay listed while their value is empty.
  const [free, setFree] = useState<readonly string[]>(() => Object.keys(parameters));
  const [other, setOther] = useState<{ readonly text: string; readonly fault?: ParameterError }>({
    text: '',
  });
  const [filter, setFilter] = useState<string>();
  const [isFiltering, setFiltering] = useState(false);
  const [chosen, setChosen] = useState<string>();

  const all = useMemo(() => parameterRows(specs, free), [specs, free]);
  const search = useMemo(() => nameSearch(all.map(({ name }) => name)), [all]);
  const found = search.find(filter ?? '')?.map((at) => all[at]!) ?? all;
  const rows = [...found, OTHER];
  const index = Math.max(
    0,
    rows.findIndex(({ name }) => name === chosen),
  );
  const row = rows[index]!;
  const go = (to: number) => setChosen(rows[Math.max(0, Math.min(rows.length - 1, to))]!.name);
  const change = (name: string, text: string) =>
    session.setParameters(withParameter(session.getSnapshot().parameters, name, text));
  const faultIn = (each: ParameterRow) =>
    each === OTHER ? other.fault : parameterErrorOf(specs, each.name, typedText(parameters, each.name));

  function clear(): void {
    if (row === OTHER) return setOther({ text: '' });
    change(row.name, '');
    setFree(free.filter((name) => name !== row.name));
    if (!row.spec) setChosen(OTHER.name);
  }

  function add(): void {
    const parsed = freeParameter(specs, other.text);
    if ('message' in parsed) return setOther({ ...other, fault: parsed });
    if (!free.includes(parsed.name)) setFree([...free, parsed.name]);
    change(parsed.name, parsed.value);
    setOther({ text: '' });
  }

  // The form shows the notice about an invalid value.
  const onLeave = useEffectEvent(() => {
    const fault = all.map(faultIn).find((each) => each !== undefined);
    if (fault) notify(`${fault.message}. Ctrl-P: change it.`, 'error');
  });
  useEffect(() => () => onLeave(), []);

  const hasOptions = row.spec !== undefined && optionsOf(row.spec) !== undefined;
  const isAdding = row === OTHER && other.text.trim() !== '';
  const enter = () => (row !== OTHER ? go(index + 1) : isAdding ? add() : navigation.back('parameters'));
  const startFilter = () => {
    setFilter(filter ?? '');
    setFiltering(true);
  };
  const endFilter = (kept: string | undefined) => {
    setFilter(kept);
    setFiltering(false);
    setChosen(row.name);
  };
  useKeys({
    isActive: !isFiltering,
    takesText: !hasOptions,
    commands: [
      command('enter', row !== OTHER ? 'next' : isAdding ? 'add' : 'done', ENTER, enter),
      command('ctrl+l', 'clear', 'Remove this parameter', clear),
      hasOptions && { keys: ['right', 'space'], label: 'change', help: 'Next value' },
      all.length > 0 && command('ctrl+f', 'filter', 'Filter parameters by name', startFilter),
      minorCommand('down tab', 'next', 'Next parameter', () => go(index + 1)),
      minorCommand('up shift+tab', 'previous', 'Previous parameter', () => go(index - 1)),
      minorCommand('page-down', 'page down', 'Down one page', () => go(index + PAGE)),
      minorCommand('page-up', 'page up', 'Up one page', () => go(index - PAGE)),
      minorCommand('end', 'last', 'Add another parameter', () => go(rows.length)),
      minorCommand('home', 'first', 'First parameter', () => go(0)),
    ],
  });

  const { columns } = body;
  const height = body.rows - (filter === undefined ? 0 : 1);
  /** What the parameter accepts and does, in up to a third of the height. */
  const aboutRows = Math.ceil(height / 3);
  const listRows = Math.max(1, height - aboutRows - 1);
  const { top } = useScroll({ count: rows.length, rows: listRows, focus: index });
  const shown = rows.slice(top, top + listRows);

  const fault = faultIn(row);
  const about = [
    ...(fault ? paragraph(parameterErrorText(fault), columns, theme.error) : []),
    ...descriptionLines(row, specs, columns, theme),
  ];
  const isCut = about.length > height - shown.length - 1;

  const widest = Math.max(...rows.map(({ name }) => widthOf(visibleLine(name))));
  const nameWidth = Math.min(widest, columns >> 1);
  const labelOf = (each: ParameterRow) => {
    const isGiven = each !== OTHER && Object.hasOwn(parameters, each.name);
    const given = isGiven ? theme.accent(theme.bullet) : theme.margin;
    const mark = faultIn(each) ? theme.error('! ') : given;
    const name = pad(theme.cut(each.name, nameWidth), nameWidth + GAP);
    return indent(theme, each === row) + mark + (each === row ? theme.accent(name) : name);
  };
  return (
    <Box flexDirection="column" flexShrink={0}>
      {filter !== undefined && (
        <TextLine
          value={filter}
          onChange={(text) => {
            setFilter(text);
            setChosen(undefined);
          }}
          width={columns - theme.margin.length - FILTER.length}
          label={indent(theme, isFiltering) + FILTER}
          placeholder={isFiltering ? 'part of a name' : ''}
          isFocused={isFiltering}
          commands={[
            command('enter down tab', 'select', 'Go to the matching parameters', () => endFilter(filter)),
            command('escape', 'all', 'Show all parameters', () => endFilter(undefined)),
          ]}
        />
      )}
      {shown.map((each) => (
        <ValueLine
          key={each.name}
          field={each.spec ?? { kind: 'text' }}
          text={each === OTHER ? other.text : (typedText(parameters, each.name) ?? '')}
          onChange={(text) => (each === OTHER ? setOther({ text }) : change(each.name, text))}
          width={Math.max(1, columns - PREFIX - nameWidth - GAP)}
          label={labelOf(each)}
          isFocused={each === row && !isFiltering}
        />
      ))}
      <Lines lines={isCut ? about : ['', ...about]} />
    </Box>
  );
}

/** What a parameter accepts and does. */
function descriptionLines(
  row: ParameterRow,
  specs: readonly ParameterSpec[],
  columns: number,
  theme: Theme,
): readonly string[] {
  if (row === OTHER) return paragraph(otherParameterHint(specs.length), columns, theme.dim);
  if (!row.spec) return paragraph(freeParameterNote(specs, row.name), columns, theme.dim);
  return [
    ...paragraph(`${row.name}: ${parameterLimits(row.spec)}`, columns),
    ...paragraph(row.spec.description, columns, theme.dim),
  ];
}
