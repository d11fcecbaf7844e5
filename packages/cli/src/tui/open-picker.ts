import { createSession } from '@tryout/engine';
import { LeftError } from '../commands/left-error.ts';
import type { Call, Context } from '../context/context.ts';
import { withContext } from '../context/with-context.ts';
import { terminalOf, withoutColours } from '../terminal/terminal.ts';
import { createPicker, type Ending } from './app/create-picker.ts';
import { guardSignIn } from './app/guard.ts';
import { mount } from './app/mount.ts';
import { createRedraws } from './app/redraws.ts';
import { onEndSignals, signalCodes } from './app/signals.ts';
import { sayFarewell } from './app/farewell.ts';
import { connectFrom } from './app/session-connections.ts';
import { openAt } from './screens/open-at.ts';

/** Where to begin. */
export interface Opening {
  readonly task?: string;
  readonly model?: string;
  /** As they were typed, in the order of the task's fields. */
  readonly inputs: readonly string[];
}

/**
 * Shows the picker until the person leaves.
 * @throws LeftError when it ends with another code than 0
 */
export async function openPicker(call: Call, opening: Opening): Promise<void> {
  const notes: string[] = [];
  const traces: string[] = [];
  const { output } = call;
  // Nothing may write over the screen: notes are shown there, requests (`--debug`) on the same terminal afterwards.
  const quiet: Call = {
    ...call,
    output: {
      ...output,
      note: (text) => void notes.push(text),
      ...(output.errorTerminal.isTerminal ? { trace: (text) => void traces.push(text) } : {}),
    },
  };
  let ending: Ending;
  try {
    ending = await withContext(quiet, (context) => pick(quiet, context, opening, notes));
  } finally {
    for (const text of traces) output.trace(text);
  }
  if ('code' in ending) {
    if (ending.code !== 0) throw new LeftError(ending.code);
    return;
  }
  return openPicker({ ...call, options: { ...call.options, sandbox: true } }, opening);
}

async function pick(call: Call, context: Context, opening: Opening, notes: string[]): Promise<Ending> {
  const { surroundings, options } = call;
  const { output, environment } = surroundings;
  const redraws = createRedraws();
  const replies = new Set<(reply: string) => void>();
  const { token } = context.connection;
  const session = createSession({
    connect: connectFrom(context, (notice) => created.picker.notify(notice)),
    store: context.store,
    ...(token === undefined ? {} : { token }),
  });
  let end: (ending: Ending) => void = () => undefined;
  const ended = new Promise<Ending>((resolve) => (end = resolve));
  const created = createPicker({
    session,
    surroundings,
    redraws,
    connection: session.connection,
    isSandbox: options.sandbox === true,
    isRead: environment['INK_SCREEN_READER'] === 'true',
    folder: context.folder,
    hubUrl: context.connection.hubUrl,
    terminal() {
      const terminal = terminalOf(output, environment);
      return options.color === false ? withoutColours(terminal) : terminal;
    },
    device: {
      write: (sequence) => void output.write(sequence),
      onReply(listener) {
        replies.add(listener);
        return () => replies.delete(listener);
      },
    },
    onEnd(ending) {
      end(ending);
      // The key is the signal from here on: a second Ctrl-C ends whatever still has to be put away.
      if ('code' in ending && ending.code === signalCodes.SIGINT) process.emit('SIGINT', 'SIGINT');
    },
  });
  const { picker } = created;
  const stopSession = session.subscribe(() => redraws.soon());
  openAt(picker, opening, options.literal);
  guardSignIn(picker);
  const mounted = mount(created, redraws, (reply) => {
    for (const listener of [...replies]) listener(reply);
  });
  const [note] = notes;
  if (note !== undefined) picker.notify(note);
  const interrupt = () => end({ code: signalCodes.SIGINT });
  surroundings.signal.addEventListener('abort', interrupt);
  const stopSignals = onEndSignals((code) => end({ code }));
  let ending: Ending;
  try {
    ending = await Promise.race([ended, mounted.failed]);
  } finally {
    surroundings.signal.removeEventListener('abort', interrupt);
    mounted.stop();
    stopSession();
    created.dispose();
    session.dispose();
    stopSignals();
  }
  await sayFarewell(picker);
  return ending;
}
