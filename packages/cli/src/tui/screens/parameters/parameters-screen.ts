import {
  aboutFreeParameter,
  aboutOtherParameters,
  faultOf,
  faultWords,
  freeParameter,
  LOOKING_UP_PARAMETERS,
  parameterLimits,
  parameterRows,
  parameterSpecsNow,
  typedText,
  withParameter,
  type ParameterFault,
  type ParameterRow,
  type ParameterSpec,
} from '@tryout/engine';
import { symbolsOf, truncate, widthOf } from '../../../terminal/index.ts';
import type { Picker } from '../../app/picker.ts';
import type { Size } from '../../display/size.ts';
import { valueInput, type ValueInput } from '../../fields/value/value-input.ts';
import { menu } from '../../panels/menu.ts';
import { paragraph } from '../../panels/paragraph.ts';
import { scrolling } from '../../panels/scrolling.ts';
import type { Screen } from '../screen.ts';
import { parameterLines } from './parameter-lines.ts';

const WORK = 'parameters';
/** Rows that a page key goes by. */
const PAGE = 8;
/** The part of the room that the text about a parameter may take. */
const ABOUT = 0.4;
/** The name of the row for parameters that no schema knows. */
const OTHER = 'name=value';

/** The parameters of the task, each edited in its place and checked as it is typed. */
export function parametersScreen(picker: Picker): Screen {
  const { session, theme } = picker;
  const chosen = menu();
  const scroll = scrolling();
  const inputs = new Map<string, ValueInput>();
  const other = valueInput({ kind: 'text' }, theme);
  let specs: readonly ParameterSpec[] | undefined;
  let otherFault: ParameterFault | undefined;
  let measured: { readonly columns: number; readonly lines: number } | undefined;

  const typed = () => session.getSnapshot().parameters;
  /** Those that no schema knows stay while their values are typed anew. */
  const free = new Set(Object.keys(typed()));
  const rows = () => parameterRows(specs ?? [], [...free]);
  /** With the row for others, which is the last one. */
  const names = () => [...rows().map(({ name }) => name), OTHER];
  const at = () => chosen.index(names());
  const go = (steps: number) => {
    const all = names();
    chosen.to(all[Math.max(0, Math.min(all.length - 1, at() + steps))] ?? OTHER);
  };
  const rowNow = (): ParameterRow | undefined => rows()[at()];

  function inputOf({ name, spec }: ParameterRow): ValueInput {
    const input = inputs.get(name) ?? valueInput(spec ?? { kind: 'text' }, theme);
    inputs.set(name, input);
    input.setText(typedText(typed(), name) ?? '');
    return input;
  }

  function inputNow(): ValueInput {
    const row = rowNow();
    return row ? inputOf(row) : other;
  }

  function change(name: string, text: string): void {
    session.setParameters(withParameter(typed(), name, text));
  }

  function clear(): void {
    const row = rowNow();
    if (row) {
      change(row.name, '');
      free.delete(row.name);
    } else other.setText('');
    otherFault = undefined;
  }

  /** A free parameter is added; all else goes on to the next row. */
  function enter(): void {
    if (rowNow() || other.text.trim() === '') {
      if (rowNow()) go(1);
      else picker.back(screen);
      return;
    }
    const found = freeParameter(specs ?? [], other.text);
    if ('message' in found) {
      otherFault = found;
      return;
    }
    free.add(found.name);
    change(found.name, found.value);
    other.setText('');
    chosen.to(OTHER);
  }

  function about(columns: number): readonly string[] {
    const row = rowNow();
    const fault = row ? faultOf(specs ?? [], row.name, typedText(typed(), row.name)) : otherFault;
    const wrong = fault ? paragraph(faultWords(fault), columns, theme.error) : [];
    if (!row) return [...wrong, ...paragraph(aboutOtherParameters(specs?.length ?? 0), columns, theme.dim)];
    const { spec } = row;
    if (!spec) return [...wrong, ...paragraph(aboutFreeParameter(specs ?? [], row.name), columns, theme.dim)];
    return [...wrong, ...aboutSpec(spec, columns)];
  }

  /** The text keeps its place while rows are gone through. */
  function longestAbout(columns: number): number {
    if (measured?.columns !== columns) {
      const heights = (specs ?? []).map((spec) => aboutSpec(spec, columns).length);
      measured = { columns, lines: Math.max(3, ...heights) };
    }
    return measured.lines;
  }

  function aboutSpec(spec: ParameterSpec, columns: number): readonly string[] {
    return [
      ...paragraph(`${spec.name}: ${parameterLimits(spec)}`, columns),
      ...paragraph(spec.description, columns, theme.dim),
    ];
  }

  /** So that it shows where a text goes on. */
  function cut(lines: readonly string[], most: number, columns: number): readonly string[] {
    if (lines.length <= most) return lines;
    const { ellipsis } = symbolsOf(picker.terminal);
    const last = truncate(lines[most - 1] ?? '', columns - widthOf(ellipsis), '');
    return [...lines.slice(0, most - 1), last + theme.dim(ellipsis)];
  }

  function draw({ columns, rows: height }: Size): readonly string[] {
    if (!specs) return [LOOKING_UP_PARAMETERS];
    const known = specs;
    const drawn = [
      ...rows().map((row) => ({
        name: row.name,
        input: inputOf(row),
        isGiven: Object.hasOwn(typed(), row.name),
        isWrong: faultOf(known, row.name, typedText(typed(), row.name)) !== undefined,
      })),
      { name: OTHER, input: other, isGiven: false, isWrong: otherFault !== undefined },
    ];
    const list = parameterLines(drawn, at(), columns, picker);
    const text = about(columns);
    const gap = height >= 8 ? 1 : 0;
    const below = Math.min(longestAbout(columns), Math.max(1, Math.floor((height - gap) * ABOUT)));
    const room = Math.max(1, height - below - gap);
    const shown = scroll.window(list, room, at());
    const blank = Array<string>(Math.max(0, room - shown.length) + gap).fill('');
    if (list.length > room) return [...shown, ...blank, ...cut(text, below, columns)];
    const left = height - shown.length - gap;
    return [...shown, ...blank.slice(0, gap), ...cut(text, left, columns)];
  }

  const screen: Screen = {
    crumb: () => 'parameters',
    takesText: () => inputNow().takesText,
    commands: () => [
      {
        keys: ['enter'],
        label: rowNow() ? 'next' : other.text === '' ? 'done' : 'add',
        help: 'To the next parameter; adds one that was typed whole',
        run: enter,
      },
      { keys: ['ctrl+l'], label: 'clear', help: 'Take this parameter out', run: clear },
      ...(inputNow().takesText
        ? []
        : [
            {
              keys: ['right', 'space'],
              label: 'change',
              help: 'The next of its values',
              run: () => press('right'),
            },
          ]),
      {
        keys: ['tab'],
        label: 'next',
        help: 'The next parameter',
        isMinor: true,
        run: () => go(1),
      },
      {
        keys: ['shift+tab'],
        label: 'before',
        help: 'The parameter before',
        isMinor: true,
        run: () => go(-1),
      },
    ],
    onKey(key) {
      if (!specs) return false;
      const isMove = key.name === 'up' || key.name === 'down';
      if (isMove) return chosen.onKey(key, names());
      if (key.name === 'page-up' || key.name === 'page-down') {
        go(key.name === 'page-up' ? -PAGE : PAGE);
        return true;
      }
      const row = rowNow();
      const input = inputNow();
      if (!input.onKey(key)) return chosen.onKey(key, names());
      if (row) change(row.name, input.text);
      otherFault = undefined;
      return true;
    },
    onShow() {
      picker.work(WORK, async (signal) => {
        const loaded = await parameterSpecsNow(picker.connection(), session.getSnapshot(), signal);
        if (signal.aborted) return;
        specs = loaded;
        measured = undefined;
        picker.redraw();
      });
    },
    onLeave() {
      picker.endWork(WORK);
      const fault = rows()
        .map(({ name }) => faultOf(specs ?? [], name, typedText(typed(), name)))
        .find((found) => found !== undefined);
      if (fault) picker.notify(`${fault.message}. Ctrl-P: change it.`, 'error');
    },
    draw: (room) => ({ lines: draw(room) }),
  };

  function press(name: string): void {
    screen.onKey?.({ name, text: '', sequence: '' });
  }
  return screen;
}
