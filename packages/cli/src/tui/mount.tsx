import { render } from 'ink';
import type { Terminal } from '../terminal/index.ts';
import type { Runtime } from '../runtime.ts';
import type { PictureLayer } from '../terminal/graphics/picture-layer.ts';
import { onQuitSignal, signalCodes, stopSignals } from '../system/signals.ts';
import { App, type AppProps } from './app.tsx';

const ALTERNATE_SCREEN = { on: '\u001b[?1049h', off: '\u001b[?1049l' };
/** Lines that are wider than a terminal thinks do not spill into the next. */
const WRAPPING = { on: '\u001b[?7h', off: '\u001b[?7l' };
const CURSOR = { on: '\u001b[?25h', off: '\u001b[?25l' };
/** Pasted text comes between two marks, so that it is no typing (XTerm, bracketed paste mode). */
const PASTE_MARKS = { on: '\u001b[?2004h', off: '\u001b[?2004l' };
const TO_TOP = '\u001b[H';
const RESET_STYLE = '\u001b[0m';

/** The screen of a terminal that full-screen apps have for themselves. */
export interface AlternateScreen {
  /** Takes it; what stood on the main screen comes back at the end. */
  enter(): void;
  /** Gives it back. May be called twice. */
  leave(): void;
}

/** @param isRead for a screen reader the main screen stays, and lines are written one after the other */
export function alternateScreen(output: Pick<NodeJS.WriteStream, 'write'>, isRead: boolean): AlternateScreen {
  let isEntered = false;
  return {
    enter() {
      if (isEntered) return;
      isEntered = true;
      output.write(
        isRead ? PASTE_MARKS.on : ALTERNATE_SCREEN.on + TO_TOP + WRAPPING.off + CURSOR.off + PASTE_MARKS.on,
      );
    },
    leave() {
      if (!isEntered) return;
      isEntered = false;
      output.write(
        isRead
          ? PASTE_MARKS.off
          : RESET_STYLE + WRAPPING.on + ALTERNATE_SCREEN.off + CURSOR.on + PASTE_MARKS.off,
      );
    },
  };
}

/** The picker on the terminal. */
export interface Mounted {
  /** Rejects when a frame cannot be rendered; never resolves while the picker is shown. */
  readonly failed: Promise<never>;
  /** Gives the terminal back as it was. */
  stop(): void;
}

interface MountOptions extends Omit<AppProps, 'terminal' | 'suspend' | 'onLayer'> {
  readonly runtime: Runtime;
  /** What the terminal can show, with its size now. */
  currentTerminal(): Terminal;
}

/** Frames a second: a key is answered within 16 ms. */
const MOST_FRAMES = 60;

/** Takes over the terminal and shows the picker there. */
export function mount({ runtime, currentTerminal, ...app }: MountOptions): Mounted {
  const { input, output } = runtime;
  const { isRead, leave } = app.settings;
  const screen = alternateScreen(output, isRead);
  let layer: PictureLayer | undefined;
  let isGivenBack = false;
  const stdout = silencedWhen(output, () => isGivenBack);

  function giveBack(): void {
    layer?.invalidate();
    isGivenBack = true;
    if (input.isTTY) input.setRawMode(false);
    screen.leave();
  }

  const stops = stopSignals({
    onStop: giveBack,
    onContinue() {
      isGivenBack = false;
      input.setRawMode(true);
      screen.enter();
      // Ink and the app lay out again and write everything.
      output.emit('resize');
    },
  });

  const element = () => <App {...app} terminal={currentTerminal()} suspend={stops.stop} onLayer={setLayer} />;
  const setLayer = (next: PictureLayer) => {
    layer = next;
  };
  // Before the first frame, since keys are not to be echoed over it.
  input.setRawMode(true);
  screen.enter();
  const ink = render(element(), {
    stdin: input,
    stdout,
    exitOnCtrlC: false,
    patchConsole: false,
    incrementalRendering: true,
    maxFps: MOST_FRAMES,
    isScreenReaderEnabled: isRead,
    onRender: () => layer?.onFrame(),
  });
  const resize = () => ink.rerender(element());
  const gone = () => leave(signalCodes.SIGHUP);
  const sizeChanged = () => output.emit('resize');
  // Ink's own listener comes after it and finds the new size laid out.
  output.prependListener('resize', resize);
  // Node keeps quiet about a size that has changed and changed back; the terminal has lost lines all the same.
  process.on('SIGWINCH', sizeChanged);
  // Both stay when the terminal is given back: one that has gone fails once more then.
  input.on('error', gone);
  input.on('end', gone);
  // Ink writes its last frame before the screen is given back, not over what comes then.
  const end = () => {
    ink.unmount();
    giveBack();
  };
  process.on('exit', end);
  const offQuit = onQuitSignal(end);
  // What Node then says of the error is not to be lost with the screen.
  process.on('uncaughtExceptionMonitor', end);
  return {
    failed: ink.waitUntilExit().then(() => new Promise<never>(() => undefined)),
    stop() {
      output.off('resize', resize);
      process.off('SIGWINCH', sizeChanged);
      stops.off();
      offQuit();
      process.off('exit', end);
      process.off('uncaughtExceptionMonitor', end);
      // Ink renders once more when it ends: nothing.
      ink.rerender(null);
      end();
      // What is written next is on a line of its own.
      if (isRead) output.write('\n');
    },
  };
}

/** A terminal that ignores what is written while it is not ours: Ink may have a frame left to write. */
function silencedWhen(output: NodeJS.WriteStream, isSilent: () => boolean): NodeJS.WriteStream {
  const write = (...written: Parameters<NodeJS.WriteStream['write']>) =>
    isSilent() || output.write(...written);
  return new Proxy(output, {
    get(target, key) {
      const value: unknown = key === 'write' ? write : Reflect.get(target, key, target);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
}
