import { render } from 'ink';
import { InkOutput } from '../display/ink-output.ts';
import { CURSOR_MARK, painterOf } from '../display/painter.ts';
import { InkInput } from '../keyboard/ink-input.ts';
import { keyboardOf } from '../keyboard/keyboard.ts';
import type { CreatedPicker } from './create-picker.ts';
import { Frame } from './frame.tsx';
import { pressKey } from './press-key.ts';
import type { Redraws } from './redraws.ts';
import { stopSignals } from './signals.ts';

/** What a shell reports for a command whose terminal went away (128 and SIGHUP). */
const HUNG_UP = 129;

/** The picker on the terminal. */
export interface Mounted {
  /** Rejects when a screen cannot be drawn; never resolves while the picker is shown. */
  readonly failed: Promise<unknown>;
  /** Gives the terminal back as it was. */
  stop(): void;
}

/** Takes over the terminal and shows the picker there. */
export function mount(created: CreatedPicker, redraws: Redraws, onReply: (reply: string) => void): Mounted {
  const { picker, forgetNotice } = created;
  const { input, output } = picker.surroundings;
  const painter = painterOf(output);
  const size = () => ({ columns: output.columns || 80, rows: output.rows || 24 });
  // A screen reader reads what is written, line after line: Ink writes that itself.
  const show = picker.isRead ? (text: string) => void output.write(withoutMarks(text)) : painter.show;
  const inkOutput = new InkOutput(size(), show);
  const inkInput = new InkInput();
  const keyboard = keyboardOf(input, output, {
    onReply,
    onGone: () => picker.leave(HUNG_UP),
    onKey(key) {
      forgetNotice();
      pressKey(picker, key, { suspend: () => stops.stop(), toInk: (pressed) => inkInput.press(pressed) });
      redraws.now();
    },
  });
  const resize = () => {
    inkOutput.resize(size());
    // Drawn before it is painted, so that the old frame is not painted once more.
    redraws.now();
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

  const ink = render(
    <Frame picker={picker} redraws={redraws} notice={created.notice} place={painter.place} />,
    {
      stdin: inkInput as unknown as NodeJS.ReadStream,
      stdout: inkOutput as unknown as NodeJS.WriteStream,
      // Whole frames are given to the painter; to a screen reader Ink writes by itself.
      debug: !picker.isRead,
      isScreenReaderEnabled: picker.isRead,
      exitOnCtrlC: false,
      patchConsole: false,
    },
  );
  output.on('resize', resize);
  process.on('exit', giveBack);
  // What Node then says of the error is not to be lost with the screen.
  process.on('uncaughtExceptionMonitor', giveBack);
  takeOver();
  return {
    failed: ink.waitUntilExit(),
    stop() {
      output.off('resize', resize);
      stops.off();
      process.off('exit', giveBack);
      process.off('uncaughtExceptionMonitor', giveBack);
      giveBack();
      ink.unmount();
    },
  };
}

function withoutMarks(text: string): string {
  return text.replaceAll(CURSOR_MARK.open, '').replaceAll(CURSOR_MARK.close, '');
}
