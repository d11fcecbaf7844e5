import {
  faultOf,
  faultWords,
  freeParameter,
  LOOKING_UP_PARAMETERS,
  parameterRows,
  parameterSpecsNow,
  typedText,
  withParameter,
  type ParameterFault,
  type ParameterRow,
  type ParameterSpec,
} from '@tryout/engine';
import { Box } from 'ink';
import { useEffect, useEffectEvent, useMemo, useState, type ReactNode } from 'react';
import { Lines } from '../components/lines.tsx';
import { paragraph } from '../components/paragraph.ts';
import { optionsOf, ValueLine } from '../fields/value-field.tsx';
import { useJob } from '../hooks/use-job.ts';
import { command, minorCommand, useKeys, type Command } from '../hooks/use-keys.ts';
import { useNavigation } from '../hooks/use-navigation.ts';
import { useNotify } from '../hooks/use-notice.ts';
import { usePicker } from '../hooks/use-picker.ts';
import { useScroll } from '../hooks/use-scroll.ts';
import { useSession } from '../hooks/use-session.ts';
import { useTerminal } from '../hooks/use-terminal.ts';
import {
  aboutLines,
  aboutSpec,
  cut,
  FilterLine,
  isFound,
  labelOf,
  nameWidthOf,
  valueWidthOf,
} from './parameter-parts.tsx';

/** Rows that a page key goes by. */
const PAGE = 8;
/** The part of the room that the text about a parameter may take. */
const ABOUT = 0.4;
/** From this height on there is an empty line above it. */
const ROOMY = 8;
/** The name of the row for parameters that no schema knows. */
const OTHER = 'name=value';

/** The parameters of the task, each edited in its place and checked as it is typed. */
export function ParametersScreen(): ReactNode {
  const { session, isRead } = usePicker();
  const navigation = useNavigation();
  const { parameters } = useSession();
  const { terminal, theme, body } = useTerminal();
  const specs = useSpecs();
  // Those that no schema knows stay while their values are typed anew.
  const [free, setFree] = useState<readonly string[]>(() => Object.keys(parameters));
  const [other, setOther] = useState<{ readonly text: string; readonly fault?: ParameterFault }>({
    text: '',
  });
  /** What rows are looked for by; undefined while nothing is. */
  const [filter, setFilter] = useState<string>();
  const [isFiltering, setFiltering] = useState(false);
  const [chosen, setChosen] = useState({ name: '', at: 0 });

  const all = useMemo(() => parameterRows(specs ?? [], free), [specs, free]);
  const found = all.filter(({ name }) => isFound(name, filter ?? ''));
  /** With the row for others, which is the last one. */
  const names = [...found.map(({ name }) => name), OTHER];
  const place = names.indexOf(chosen.name);
  // One that is gone leaves its place to the next.
  const index = place === -1 ? Math.min(chosen.at, names.length - 1) : place;
  const row: ParameterRow | undefined = found[index];
  const faultIn = (name: string) => faultOf(specs ?? [], name, typedText(parameters, name));
  const go = (to: number) => {
    const at = Math.max(0, Math.min(names.length - 1, to));
    setChosen({ name: names[at]!, at });
  };
  const change = (name: string, text: string) =>
    session.setParameters(withParameter(session.getSnapshot().parameters, name, text));

  function clear(): void {
    if (!row) return setOther({ text: '' });
    change(row.name, '');
    setFree(free.filter((name) => name !== row.name));
  }

  /** Adds a parameter that was typed whole. */
  function add(): void {
    const parsed = freeParameter(specs ?? [], other.text);
    if ('message' in parsed) return setOther({ ...other, fault: parsed });
    if (!free.includes(parsed.name)) setFree([...free, parsed.name]);
    change(parsed.name, parsed.value);
    setOther({ text: '' });
    setChosen({ name: OTHER, at: names.length });
  }

  useFaultNotice(specs);
  const options = row?.spec && optionsOf(row.spec);
  const startFilter = () => {
    setFilter(filter ?? '');
    setFiltering(true);
  };
  const isAdding = !row && other.text.trim() !== '';
  const enter = () => (row ? go(index + 1) : isAdding ? add() : navigation.back('parameters'));
  const commands: readonly Command[] = [
    command(
      'enter',
      row ? 'next' : isAdding ? 'add' : 'done',
      'To the next parameter; adds one that was typed whole',
      enter,
    ),
    command('ctrl+l', 'clear', 'Take this parameter out', clear),
    ...(options ? [{ keys: ['right', 'space'], label: 'change', help: 'The next of its values' }] : []),
    ...(all.length === 0
      ? []
      : [
          {
            // Where characters are typed, a slash is one of them.
            keys: options ? ['/', 'ctrl+f'] : ['ctrl+f'],
            label: 'filter',
            help: 'Look for a parameter by its name',
            run: startFilter,
          },
        ]),
    minorCommand('tab', 'next', 'The next parameter', () => go(index + 1)),
    minorCommand('shift+tab', 'before', 'The parameter before', () => go(index - 1)),
  ];
  useKeys({
    isActive: specs !== undefined && !isFiltering,
    takesText: !options,
    commands,
    onKey({ name }) {
      const last = names.length - 1;
      if (name === 'up') go(index === 0 ? last : index - 1);
      else if (name === 'down') go(index === last ? 0 : index + 1);
      else if (name === 'page-up') go(index - PAGE);
      else if (name === 'page-down') go(index + PAGE);
      else if (name === 'home') go(0);
      else if (name === 'end') go(last);
      else return false;
      return true;
    },
  });

  const { columns } = body;
  const filterRows = filter === undefined ? 0 : 1;
  const height = body.rows - filterRows;
  const gap = height >= ROOMY ? 1 : 0;
  const longest = useMemo(
    () => Math.max(3, ...(specs ?? []).map((spec) => aboutSpec(spec, columns, theme).length)),
    [specs, columns, theme],
  );
  const below = Math.min(longest, Math.max(1, Math.floor((height - gap) * ABOUT)));
  const room = Math.max(1, height - below - gap);
  const scroll = useScroll({ count: names.length, rows: room, focus: index });
  if (!specs) return <Lines lines={[LOOKING_UP_PARAMETERS]} />;

  const fault = row ? faultIn(row.name) : other.fault;
  const wrong = fault ? paragraph(faultWords(fault), columns, theme.error) : [];
  const about = [...wrong, ...aboutLines(row, specs, columns, theme)];
  const shown = names.slice(scroll.top, scroll.top + room);
  // The text keeps its place while long lists are gone through.
  const left = names.length > room ? below : height - shown.length - gap;
  const nameWidth = nameWidthOf(names, columns);
  const valueWidth = valueWidthOf(nameWidth, columns, isRead);
  const blank = Array<string>(gap + (names.length > room ? room - shown.length : 0)).fill('');
  return (
    <Box flexDirection="column" flexShrink={0}>
      {filter !== undefined && (
        <FilterLine
          text={filter}
          isFocused={isFiltering}
          onChange={(text) => {
            setFilter(text);
            setChosen({ name: '', at: 0 });
          }}
          onDone={() => {
            setFiltering(false);
            go(index);
          }}
          onClose={() => {
            setFilter(undefined);
            setFiltering(false);
            go(index);
          }}
        />
      )}
      {shown.map((name) => {
        const known = found.find((each) => each.name === name);
        const isChosen = name === names[index];
        const isGiven = known !== undefined && Object.hasOwn(parameters, name);
        const isWrong = (known ? faultIn(name) : other.fault) !== undefined;
        return (
          <ValueLine
            key={name}
            field={known?.spec ?? { kind: 'text' }}
            text={known ? (typedText(parameters, name) ?? '') : other.text}
            onChange={(text) => (known ? change(name, text) : setOther({ text }))}
            width={valueWidth}
            label={labelOf(name, nameWidth, { isChosen, isGiven, isWrong, isRead }, { terminal, theme })}
            isFocused={isChosen && !isFiltering}
          />
        );
      })}
      <Lines lines={[...blank, ...cut(about, left, columns, { terminal, theme })]} />
    </Box>
  );
}

/** The parameters of the next run, once they are known. */
function useSpecs(): readonly ParameterSpec[] | undefined {
  const { session, connection } = usePicker();
  const job = useJob();
  const [specs, setSpecs] = useState<readonly ParameterSpec[]>();
  useEffect(() => {
    job.start(async (signal) => {
      const loaded = await parameterSpecsNow(connection(), session.getSnapshot(), signal);
      if (!signal.aborted) setSpecs(loaded);
    });
  }, [job, session, connection]);
  return specs;
}

/** Tells on the form what is wrong with a value that was left behind. */
function useFaultNotice(specs: readonly ParameterSpec[] | undefined): void {
  const { session } = usePicker();
  const notify = useNotify();
  const onLeave = useEffectEvent(() => {
    const { parameters } = session.getSnapshot();
    const fault = parameterRows(specs ?? [], Object.keys(parameters))
      .map(({ name }) => faultOf(specs ?? [], name, typedText(parameters, name)))
      .find((found) => found !== undefined);
    if (fault) notify(`${fault.message}. Ctrl-P: change it.`, 'error');
  });
  useEffect(() => () => onLeave(), []);
}
