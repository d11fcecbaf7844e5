import { EventEmitter } from 'node:events';
import { PassThrough } from 'node:stream';
import { setImmediate as breathe } from 'node:timers/promises';
import { pickerModule } from './picker-stream.mjs';

process.env.NODE_ENV = 'production';
const [way, rate] = process.argv.slice(2);
const TOKENS = 2000;
const WARM = 100;
const words = ['The', ' quick', ' brown', ' fox', ' jumps', ' over', ' the', ' lazy', ' dog', '.'];
const tokenAt = (index) => (index % 120 === 119 ? '\n\n' : words[index % words.length]);

/** A terminal that takes everything at once. */
class Sink extends EventEmitter {
  isTTY = true;
  columns = 80;
  rows = 24;
  writableNeedDrain = false;
  bytes = 0;
  write(text, done) {
    this.bytes += text.length;
    done?.();
    return true;
  }
}

const sink = new Sink();
const coalesced = (draw) => {
  let waiting;
  return () => (waiting ??= setTimeout(() => ((waiting = undefined), draw()), 50));
};

async function inkParts() {
  const { createElement } = await import('react');
  const { render, Static, Text, Box } = await import('ink');
  const options = { stdout: sink, stdin: new PassThrough(), patchConsole: false, exitOnCtrlC: false };
  return { createElement, render, Static, Text, Box, options };
}

/** Each way is given the tokens, and shows them. */
const ways = {
  async raw() {
    return { add: (token) => sink.write(token), end: () => undefined };
  },
  async naive() {
    const { createElement, render, Text, options } = await inkParts();
    let text = '';
    const ink = render(createElement(Text, null, text), options);
    return {
      add(token) {
        text += token;
      },
      // What comes at once is rendered once, as React does with states that are set at once.
      flush: () => ink.rerender(createElement(Text, null, text)),
      end: () => ink.unmount(),
    };
  },
  /** Finished lines are written once, the last one again, twenty times a second. */
  async static() {
    const { createElement, render, Static, Text, Box, options } = await inkParts();
    let text = '';
    const draw = () => {
      const lines = text.split('\n');
      const tail = lines.pop();
      const item = (entry, index) => createElement(Text, { key: index }, entry);
      return createElement(
        Box,
        { flexDirection: 'column' },
        createElement(Static, { items: lines }, item),
        createElement(Text, null, tail),
      );
    };
    const ink = render(draw(), options);
    const soon = coalesced(() => ink.rerender(draw()));
    return {
      add(token) {
        text += token;
        soon();
      },
      end: () => ink.unmount(),
    };
  },
  /** The picker's own app, drawing its run screen. */
  async picker() {
    const { createPicker, createRedraws, mount, runScreen, terminalOf } = await import(pickerModule);
    const listeners = new Set();
    let state = {
      signIn: { status: 'signed-in' },
      task: { id: 'text-generation', label: 'Text Generation', fields: {} },
      models: { status: 'idle', models: [], dropped: 0 },
      model: 'bench/model',
      values: {},
      parameters: {},
      choices: {},
      run: { status: 'loading', text: '' },
    };
    const session = {
      getSnapshot: () => state,
      subscribe: (listener) => (listeners.add(listener), () => listeners.delete(listener)),
    };
    const input = Object.assign(new PassThrough(), { isTTY: true, setRawMode: () => input });
    const environment = { TERM: 'xterm-256color', LANG: 'C.UTF-8' };
    const redraws = createRedraws();
    const created = createPicker({
      session,
      redraws,
      surroundings: { input, output: sink, environment },
      terminal: () => terminalOf(sink, environment),
      connection: () => ({ hubUrl: 'http://127.0.0.1' }),
      isSandbox: false,
      isRead: false,
      folder: '.',
      hubUrl: 'http://127.0.0.1',
      device: { write: () => undefined, onReply: () => () => undefined },
      onEnd: () => undefined,
    });
    session.subscribe(() => redraws.soon());
    created.picker.open(runScreen(created.picker));
    const mounted = mount(created, redraws, () => undefined);
    return {
      add(token) {
        // As the session does with each event of a run.
        state = Object.freeze({ ...state, run: { status: 'streaming', text: state.run.text + token } });
        for (const listener of [...listeners]) listener();
      },
      end: () => mounted.stop(),
    };
  },
};

async function paced(show) {
  for (let index = 0; index < WARM; index += 1) show.add(tokenAt(index));
  await new Promise((resolve) => setTimeout(resolve, 200));
  const cpu = process.cpuUsage();
  const started = performance.now();
  let sent = 0;
  await new Promise((resolve) => {
    const tick = () => {
      const due = Math.min(TOKENS, Math.floor(((performance.now() - started) / 1000) * rate));
      for (; sent < due; sent += 1) show.add(tokenAt(sent));
      show.flush?.();
      if (sent >= TOKENS) return resolve();
      setTimeout(tick, 1000 / rate);
    };
    tick();
  });
  const { user, system } = process.cpuUsage(cpu);
  return { cpu: (user + system) / 1000, milliseconds: performance.now() - started };
}

/** Five megabytes as fast as they can be taken; other work may go on between any two pieces. */
async function long(show) {
  const piece = 'words of a stream that goes on and on, for very long indeed, as it seems; '
    .repeat(4)
    .slice(0, 262);
  const cpu = process.cpuUsage();
  const started = performance.now();
  let last = started;
  let longest = 0;
  for (let index = 0; index < 20_000; index += 1) {
    show.add(piece);
    await breathe();
    const now = performance.now();
    longest = Math.max(longest, now - last);
    last = now;
  }
  const { user, system } = process.cpuUsage(cpu);
  return { cpu: (user + system) / 1000, milliseconds: performance.now() - started, longest };
}

const show = await ways[way === 'long' ? 'picker' : way]();
const found = await (way === 'long' ? long(show) : paced(show));
show.end();
if (sink.bytes === 0) throw new Error(`${way} showed nothing`);
console.log(JSON.stringify(found));
