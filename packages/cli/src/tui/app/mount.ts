import { painterOf } from '../display/painter.ts';
import type { Key } from '../keyboard/key.ts';
import { keyboardOf } from '../keyboard/keyboard.ts';
import type { CreatedPicker } from './create-picker.ts';
import { displayFrames } from './display-frames.ts';
import { framePartsOf } from './frame-parts.ts';
import { pressKey } from './press-key.ts';
import type { Redraws } from './redraws.ts';
import { onQuitSignal, signalCodes, stopSignals } from './signals.ts';

/** The picker on the terminal. */
export interface Mounted {
  /** Rejects when a screen cannot be drawn; never resolves while the picker is shown. */
  readonly failed: Promise<never>;
  /** Gives the terminal back as it was. */
  stop(): void;
}

/** Takes over the terminal and shows the picker there. */
export function mount(created: CreatedPicker, redraws: Redraws, onReply: (reply: string) => void): Mounted {
  const { picker, notice, forgetNotice } = created;
  const { input, output } = picker.surroundings;
  const painter = painterOf(output);
  let fail: (error: unknown) => void = () => undefined;
  const failed = new Promise<never>((_resolve, reject) => (fail = reject));
  const display = displayFrames({
    painter,
    isRead: picker.isRead,
    size: () => ({ columns: output.columns || 80, rows: output.rows || 24 }),
    write: (text) => void output.write(text),
    onFailure: fail,
  });
  const draw = () => {
    try {
      display.show(framePartsOf(picker, notice()));
    } catch (error) {
      fail(error);
    }
  };
  let isDue = false;
  let isStopped = false;
  /** Keys that come together, as in a paste without marks, are drawn once. */
  const drawSoon = () => {
    if (isDue) return;
    isDue = true;
    queueMicrotask(() => {
      isDue = false;
      if (!isStopped) draw();
    });
  };
  const pressed: Key[] = [];
  /** Takes keys one after the other: what one has changed decides what the next one means. */
  async function takeKeys(): Promise<void> {
    for (let key = pressed[0]; key !== undefined; key = pressed[0]) {
      forgetNotice();
      const effect = pressKey(picker, key, { suspend: () => stops.stop(), toInk: display.press });
      redraws.now();
      if (effect) await effect;
      pressed.shift();
    }
  }
  const keyboard = keyboardOf(input, output, {
    onReply,
    onGone: () => picker.leave(signalCodes.SIGHUP),
    onKey(key) {
      // Nothing makes it wait.
      if (key.name === 'ctrl+c') pressed.length = 0;
      pressed.push(key);
      if (pressed.length === 1) void takeKeys().catch(fail);
    },
  });
  const resize = () => {
    // Drawn before it is painted, so that the old frame is not painted once more.
    draw();
    display.resize();
    painter.refresh();
  };

  function takeOver(): void {
    if (!picker.isRead) painter.start();
    keyboard.start();
  }

  function giveBack(): void {
    keyboard.stop();
    painter.stop();
  }

  const stops = stopSignals({
    onStop: giveBack,
    onContinue() {
      takeOver();
      resize();
    },
  });

  const stopRedraws = redraws.subscribe(drawSoon);
  draw();
  output.on('resize', resize);
  // Node keeps quiet about a size that has changed and changed back; the terminal has lost lines all the same.
  process.on('SIGWINCH', resize);
  process.on('exit', giveBack);
  const offQuit = onQuitSignal(giveBack);
  // What Node then says of the error is not to be lost with the screen.
  process.on('uncaughtExceptionMonitor', giveBack);
  takeOver();
  return {
    failed,
    stop() {
      isStopped = true;
      stopRedraws();
      output.off('resize', resize);
      process.off('SIGWINCH', resize);
      stops.off();
      offQuit();
      process.off('exit', giveBack);
      process.off('uncaughtExceptionMonitor', giveBack);
      giveBack();
      display.stop();
    },
  };
}
