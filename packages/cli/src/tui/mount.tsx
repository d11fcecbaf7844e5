import { render } from 'ink';
import type { Runtime } from '../runtime.ts';
import { signalCodes, stopSignals } from '../system/signals.ts';
import type { ImageLayer } from '../screen/image-layer.ts';
import type { Terminal } from '../screen/index.ts';
import { App, type AppProps } from './app.tsx';

/** Alternate screen, cursor home, no wrapping, hidden cursor, bracketed paste (XTerm Control Sequences). */
const ENTER_SCREEN = '\u001b[?1049h\u001b[H\u001b[?7l\u001b[?25l\u001b[?2004h';
const LEAVE_SCREEN = '\u001b[0m\u001b[?7h\u001b[?1049l\u001b[?25h\u001b[?2004l';
/** Screen readers stay on the main screen. */
const SCREEN_READER = { enter: '\u001b[?2004h', leave: '\u001b[?2004l' };

interface MountOptions extends Pick<AppProps, 'settings'> {
  readonly runtime: Runtime;
  /** The terminal with its current size. */
  currentTerminal(): Terminal;
}

/** Responds to keys within 16 ms. */
const MAX_FPS = 60;

/** Shows the picker in the terminal. */
export function mount({ runtime, currentTerminal, settings }: MountOptions) {
  const { input, output } = runtime;
  const { leave } = settings;
  const isScreenReader = currentTerminal().isScreenReader === true;
  let layer: ImageLayer | undefined;
  let isEntered = false;

  function enter(): void {
    if (!isEntered) output.write(isScreenReader ? SCREEN_READER.enter : ENTER_SCREEN);
    isEntered = true;
  }
  /** May be called twice. */
  function restore(): void {
    layer?.invalidate();
    if (input.isTTY) input.setRawMode(false);
    if (isEntered) output.write(isScreenReader ? SCREEN_READER.leave : LEAVE_SCREEN);
    isEntered = false;
  }

  const suspension = stopSignals({
    onStop: restore,
    onContinue() {
      input.setRawMode(true);
      enter();
      // Makes Ink redraw everything.
      output.emit('resize');
    },
  });

  const setLayer = (next: ImageLayer) => {
    layer = next;
  };
  const element = () => (
    <App settings={settings} terminal={currentTerminal()} suspend={suspension.stop} onLayer={setLayer} />
  );
  // Before the first frame, so that keys are not echoed.
  input.setRawMode(true);
  enter();
  const ink = render(element(), {
    stdin: input,
    stdout: writableWhile(output, () => isEntered),
    exitOnCtrlC: false,
    patchConsole: false,
    incrementalRendering: true,
    maxFps: MAX_FPS,
    isScreenReaderEnabled: isScreenReader,
    onRender: () => layer?.onFrame(),
  });
  const resize = () => ink.rerender(element());
  const onGone = () => leave(signalCodes.SIGHUP);
  const onSizeSignal = () => output.emit('resize');
  // Runs before Ink's own listener, which needs the new layout.
  output.prependListener('resize', resize);
  // Node ignores a size that changed and changed back, but the terminal has lost lines.
  process.on('SIGWINCH', onSizeSignal);
  // Never removed: a closed terminal fails again during cleanup.
  input.on('error', onGone);
  input.on('end', onGone);
  // Unmount first, so that Ink's last frame is not written over later output.
  const unmount = () => {
    ink.unmount();
    restore();
  };
  process.on('exit', unmount);
  // Restore the screen before Node prints the error.
  process.on('uncaughtExceptionMonitor', unmount);
  return {
    /** Rejects when a frame cannot be rendered; never resolves while the picker is shown. */
    failure: ink.waitUntilExit().then(() => new Promise<never>(() => undefined)),
    dispose(): void {
      output.off('resize', resize);
      process.off('SIGWINCH', onSizeSignal);
      suspension.off();
      process.off('exit', unmount);
      process.off('uncaughtExceptionMonitor', unmount);
      // Ink renders once more when it unmounts.
      ink.rerender(null);
      unmount();
      if (isScreenReader) output.write('\n');
    },
  };
}

/** Ignores writes while the screen is not entered: Ink may have a pending frame. */
function writableWhile(output: NodeJS.WriteStream, isWritable: () => boolean): NodeJS.WriteStream {
  const write = (...parameters: Parameters<NodeJS.WriteStream['write']>) =>
    !isWritable() || output.write(...parameters);
  return new Proxy(output, {
    get(target, key) {
      const value: unknown = key === 'write' ? write : Reflect.get(target, key, target);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
}
