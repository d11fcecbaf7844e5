import {
  parameterErrorOf,
  parameterErrorText,
  freeParameter,
  LOOKING_UP_PARAMETERS,
  nameSearch,
  type ParameterError,
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
import { pad, widthOf } from '../../terminal/index.ts';
import { Lines, paragraph } from '../components/text.tsx';
import { TextLine } from '../components/text-line.tsx';
import { indent } from '../fields/field.tsx';
import { optionsOf, ValueLine } from '../components/value-line.tsx';
import { useJob } from '../hooks/use-job.ts';
import { command, minorCommand, useKeys } from '../hooks/use-keys.ts';
import { usePicker, useSession, useTerminal } from '../hooks/use-picker.ts';
import { useScroll } from '../components/scroll.tsx';
import { columnLayout, descriptionLines, endOf, GAP, OTHER, rowLayout } from './parameter-lines.ts';

const PAGE = 8;
const GIVEN = '(given) ';
const FILTER = 'Filter: ';
const ENTER = 'Go to the next parameter, or add the typed name=value';

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
  const { theme, body, isScreenReader } = useTerminal();
  // Parameters without a schema stay listed while their value is empty.
  const [free, setFree] = useState<readonly string[]>(() => Object.keys(parameters));
  const [other, setOther] = useState<{ readonly text: string; readonly fault?: ParameterError }>({
    text: '',
  });
  const [filter, setFilter] = useState<string>();
  const [isFiltering, setFiltering] = useState(false);
  const [chosen, setChosen] = useState({ name: '', at: 0 });

  const all = useMemo(() => parameterRows(specs, free), [specs, free]);
  const search = useMemo(() => nameSearch(all.map(({ name }) => name)), [all]);
  const found = search.find(filter ?? '')?.map((at) => all[at]!) ?? all;
  const rows = [...found, OTHER];
  const position = rows.findIndex(({ name }) => name === chosen.name);
  const last = rows.length - 1;
  const index = position === -1 ? Math.min(chosen.at, last) : position;
  const row = rows[index]!;
  const go = (to: number) => {
    const at = Math.max(0, Math.min(last, to));
    setChosen({ name: rows[at]!.name, at });
  };
  const change = (name: string, text: string) =>
    session.setParameters(withParameter(session.getSnapshot().parameters, name, text));
  const faultIn = (each: ParameterRow) =>
    each === OTHER ? other.fault : parameterErrorOf(specs, each.name, typedText(parameters, each.name));

  function clear(): void {
    if (row === OTHER) return setOther({ text: '' });
    change(row.name, '');
    setFree(free.filter((name) => name !== row.name));
  }

  function add(): void {
    const parsed = freeParameter(specs, other.text);
    if ('message' in parsed) return setOther({ ...other, fault: parsed });
    if (!free.includes(parsed.name)) setFree([...free, parsed.name]);
    change(parsed.name, parsed.value);
    setOther({ text: '' });
    setChosen({ name: OTHER.name, at: rows.length });
  }

  // The form shows the notice about an invalid value.
  const onLeave = useEffectEvent(() => {
    const fault = all.map(faultIn).find((found) => found !== undefined);
    if (fault) notify(`${fault.message}. Ctrl-P: change it.`, 'error');
  });
  useEffect(() => () => onLeave(), []);

  const hasOptions = row.spec !== undefined && optionsOf(row.spec) !== undefined;
  // Text values may contain slashes.
  const filterKeys = hasOptions ? '/ ctrl+f' : 'ctrl+f';
  const isAdding = row === OTHER && other.text.trim() !== '';
  const enter = () => (row !== OTHER ? go(index + 1) : isAdding ? add() : navigation.back('parameters'));
  const startFilter = () => {
    setFilter(filter ?? '');
    setFiltering(true);
  };
  const endFilter = (kept: string | undefined) => {
    setFilter(kept);
    setFiltering(false);
    go(index);
  };
  useKeys({
    isActive: !isFiltering,
    takesText: !hasOptions,
    commands: [
      command('enter', row !== OTHER ? 'next' : isAdding ? 'add' : 'done', ENTER, enter),
      command('ctrl+l', 'clear', 'Remove this parameter', clear),
      hasOptions && { keys: ['right', 'space'], label: 'change', help: 'Next value' },
      all.length > 0 && command(filterKeys, 'filter', 'Filter parameters by name', startFilter),
      minorCommand('tab', 'next', 'Next parameter', () => go(index + 1)),
      minorCommand('shift+tab', 'previous', 'Previous parameter', () => go(index - 1)),
    ],
    onKey({ name }) {
      const target = {
        up: index === 0 ? last : index - 1,
        down: index === last ? 0 : index + 1,
        'page-up': index - PAGE,
        'page-down': index + PAGE,
        home: 0,
        end: last,
      }[name];
      if (target !== undefined) go(target);
      return target !== undefined;
    },
  });

  const { ellipsis } = theme;
  const width = body.columns - widthOf(ellipsis);
  const longest = useMemo(() => {
    const heights = parameterRows(specs, []).map(
      (each) => descriptionLines(each, specs, width, theme).length,
    );
    return Math.max(3, ...heights);
  }, [specs, width, theme]);
  const height = body.rows - (filter === undefined ? 0 : 1);
  const { gap, room } = rowLayout(height, longest);
  const { top } = useScroll({ count: rows.length, rows: room, focus: index });
  const shown = rows.slice(top, top + room);

  const fault = faultIn(row);
  const wrong = fault ? paragraph(parameterErrorText(fault), width, theme.error) : [];
  const about = [...wrong, ...descriptionLines(row, specs, width, theme)];
  const shownAbout = about.slice(0, height - shown.length - gap);
  if (shownAbout.length < about.length) shownAbout.push(shownAbout.pop() + theme.dim(ellipsis));

  const { columns } = body;
  const { nameWidth, valueWidth } = columnLayout(rows, columns, isScreenReader ? GIVEN.length : 0);
  const labelOf = (each: ParameterRow) => {
    const isGiven = each !== OTHER && Object.hasOwn(parameters, each.name);
    const given = isGiven ? theme.accent(theme.bullet) : theme.margin;
    const mark = faultIn(each) ? theme.error('! ') : given;
    const name = pad(endOf(visibleLine(each.name), nameWidth, ellipsis), nameWidth + GAP);
    const words = isScreenReader && isGiven ? GIVEN : '';
    return indent(theme, each === row) + mark + (each === row ? theme.accent(name) : name) + words;
  };
  return (
    <Box flexDirection="column" flexShrink={0}>
      {filter !== undefined && (
        <TextLine
          value={filter}
          onChange={(text) => {
            setFilter(text);
            setChosen({ name: '', at: 0 });
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
          width={valueWidth}
          label={labelOf(each)}
          isFocused={each === row && !isFiltering}
        />
      ))}
      <Lines lines={[...Array<string>(gap).fill(''), ...shownAbout]} />
    </Box>
  );
}
