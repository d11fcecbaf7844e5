import { foldedJson, noAnswerWords, resultJson, spokenLength, type RunState } from '@tryout/engine';
import type { Picker } from '../../app/picker.ts';
import type { Size } from '../../display/size.ts';
import type { PlacedPicture } from '../../display/placed-picture.ts';
import { errorLines, failureFacts } from '../../panels/error-lines.ts';
import { createResultDrawer } from '../../results/result-drawer.ts';
import { jsonSource } from '../../results/json-source.ts';
import { lookOf } from '../../results/looks.ts';
import { savedFiles } from '../../results/saved-files.ts';
import { joined, styled, type LineSource } from '../../text-flow/flow.ts';
import { growingText } from '../../text-flow/growing-text.ts';
import { createScroll, type Scroll } from '../../text-flow/scroll.ts';

/** What a run has brought, as a part of the screen. */
export interface RunView {
  /** Fills the room as far as there is something. */
  draw(room: Size): ViewDrawing;
  /** What is scrolled now. */
  scroll(): Scroll;
  isJson(): boolean;
  toggleJson(): void;
  /** The part that is marked alone. */
  chosen(): number | undefined;
  /** Goes to the next part, or the one before; after the last one all are marked. */
  choose(direction: 1 | -1): void;
  /** Another run begins. */
  reset(): void;
}

/** What of a run is in view now. */
export interface ViewDrawing {
  readonly lines: readonly string[];
  readonly pictures: readonly PlacedPicture[];
  /** Which lines of how many are in view, from 1; undefined where all are. */
  readonly part?: { readonly from: number; readonly to: number; readonly of: number };
}

const nothing: LineSource = { count: 0, lines: () => [] };

/** The view of the session's run, from its beginning. */
export function createRunView(picker: Picker): RunView {
  const drawer = createResultDrawer(picker);
  let text = growingText();
  let reasoning = growingText();
  let scrolls = { result: createScroll(true), json: createScroll() };
  let isJson = false;
  let chosen: number | undefined;
  let mustReveal = false;
  let json: { readonly key: readonly unknown[]; readonly source: LineSource } | undefined;
  /** How the run ended, once it has. */
  let ended: RunState['result'] | RunState['error'];

  const run = () => picker.session.getSnapshot().run;

  function jsonOf({ result }: RunState, columns: number): LineSource {
    if (!result) return nothing;
    const key = [result, columns, picker.terminal.colours];
    if (!json || json.key.some((part, index) => part !== key[index])) {
      const lines = foldedJson(resultJson(result, savedFiles(result)[0]));
      json = { key, source: jsonSource(picker, lines.join('\n'), columns) };
    }
    return json.source;
  }

  function windowOf(source: LineSource, scroll: Scroll, rows: number): ViewDrawing {
    const top = scroll.top(source.count, rows);
    const to = Math.min(source.count, top + rows);
    const part = source.count > rows ? { part: { from: top + 1, to, of: source.count } } : {};
    return { lines: source.lines(top, to), pictures: [], ...part };
  }

  function drawText(
    room: Size,
    { status, result, text: streamed, reasoning: thought }: RunState,
  ): ViewDrawing {
    const isHeard = picker.isRead && status === 'streaming';
    const soFar = (growing = '') => (isHeard ? growing.slice(0, spokenLength(growing)) : growing);
    const view = result?.view.kind === 'text' ? result.view : undefined;
    const { dim } = picker.theme;
    const whole = result ? (lookOf(result.view).text?.(result.view) ?? '') : soFar(streamed);
    const answer =
      whole === '' && view ? sourceOf([dim(noAnswerWords(view))]) : text.flow(whole, room.columns);
    const before = view ? view.reasoning : soFar(thought);
    if (!before) return windowOf(answer, scrolls.result, room.rows);
    const parts = [
      sourceOf([dim('Reasoning')]),
      styled(reasoning.flow(before, room.columns), dim),
      sourceOf(answer.count === 0 ? [] : ['', dim('Answer')]),
      answer,
    ];
    return windowOf(joined(parts), scrolls.result, room.rows);
  }

  function drawBroken(room: Size, state: RunState): ViewDrawing {
    const { error, text: streamed } = state;
    const { theme } = picker;
    const told = error
      ? [...errorLines(error, room.columns, theme), ...failureFacts(error, room.columns, theme)]
      : [];
    if (streamed === '' && !state.reasoning) return windowOf(sourceOf(told), scrolls.result, room.rows);
    const mark = theme.error('The answer is incomplete.');
    const below = [mark, ...told].slice(0, Math.max(1, Math.floor(room.rows / 2)));
    const above = drawText({ ...room, rows: room.rows - below.length }, state);
    return { ...above, lines: [...above.lines, ...below] };
  }

  function drawResult(room: Size, result: NonNullable<RunState['result']>): ViewDrawing {
    const drawn = drawer.drawn(result, room, chosen);
    if (!drawn) return { lines: [], pictures: [] };
    const { lines, picture } = drawn;
    if (!picture) return windowOf(sourceOf(lines), revealed(lines), room.rows);
    const { isBeside, pictures } = picture;
    const above = picture.lines.slice(0, room.rows);
    const rows = isBeside ? room.rows : Math.max(0, room.rows - above.length);
    const legend = windowOf(sourceOf(lines), revealed(lines, rows), rows);
    const joined = isBeside
      ? above.map((line, row) => line + (legend.lines[row] ?? ''))
      : [...above, ...legend.lines];
    return { ...legend, lines: joined, pictures };
  }

  /** The scrolling of lines in which the part that was just chosen is to be seen. */
  function revealed(lines: readonly string[], rows?: number): Scroll {
    const parts = partsOf(run());
    if (mustReveal && chosen !== undefined && parts > 0) {
      if (rows !== undefined) scrolls.result.top(lines.length, rows);
      scrolls.result.reveal(Math.floor((chosen * lines.length) / parts));
      mustReveal = false;
    }
    return scrolls.result;
  }

  return {
    scroll: () => (isJson ? scrolls.json : scrolls.result),
    isJson: () => isJson,
    toggleJson: () => {
      isJson = !isJson;
    },
    chosen: () => chosen,
    choose(direction) {
      const parts = partsOf(run());
      if (parts === 0) return;
      // One place more than there are parts: none is chosen there.
      const next = ((chosen ?? parts) + direction + parts + 1) % (parts + 1);
      chosen = next === parts ? undefined : next;
      mustReveal = true;
    },
    reset() {
      text = growingText();
      reasoning = growingText();
      scrolls = { result: createScroll(true), json: createScroll() };
      isJson = false;
      chosen = undefined;
    },
    draw(room) {
      const state = run();
      const { status, result } = state;
      const end = result ?? state.error;
      if (end !== ended) {
        ended = end;
        // What did not stream is read from its beginning.
        if (state.text === '' && !state.reasoning) scrolls = { ...scrolls, result: createScroll() };
      }
      if (isJson && result) return windowOf(jsonOf(state, room.columns), scrolls.json, room.rows);
      if (result) return lookOf(result.view).text ? drawText(room, state) : drawResult(room, result);
      if (status === 'error' || status === 'cancelled') return drawBroken(room, state);
      return drawText(room, state);
    },
  };
}

/** How many parts of a result one can go through. */
export function partsOf({ result }: RunState): number {
  return result ? (lookOf(result.view).parts?.(result.view) ?? 0) : 0;
}

function sourceOf(lines: readonly string[]): LineSource {
  return { count: lines.length, lines: (from, to) => lines.slice(from, to) };
}
