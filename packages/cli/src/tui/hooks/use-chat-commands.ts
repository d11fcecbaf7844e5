import {
  findModelIdInUrl,
  InputError,
  plainModelId,
  visibleLine,
  type ChatState,
  type SessionState,
  own,
} from '@tryout/engine';
import { useState } from 'react';
import {
  existingFile,
  isRunFile,
  runFile,
  savedMessage,
  textFile,
  writeFiles,
  type ResultFile,
} from '../../deliver/save-result.ts';
import { useJob } from './use-job.ts';
import { minorCommand, usePicker } from './use-picker.ts';
import { useLookUp } from './opening.ts';

const FILE_NAME = 'conversation.md';

/** The commands that a message can be instead, such as `/new`. */
export function useChatCommands(
  { chat, run, values }: SessionState,
  messageName: string,
  onEditSystem: () => void,
) {
  const { session, navigation, memory, hubUrl, notify } = usePicker();
  const job = useJob();
  /** The proposed file name while the save prompt is open. */
  const [saving, setSaving] = useState<string>();
  const message = String(values[messageName] ?? '');
  const empty = () => session.setValue(messageName, undefined);
  const lookUp = useLookUp(message, ({ id }) => {
    session.chooseModel(id);
    empty();
    notify(`The model is ${id}.`, 'good');
  });

  /** @throws InputError for a run file while an earlier draft is shown, which has no run */
  async function getFiles(name: string): Promise<readonly ResultFile[]> {
    if (!isRunFile(name)) return [textFile(name, describeChat(chat))];
    const load = run.inputs && memory.storedRuns.get(run.inputs);
    if (!load) throw new InputError('This draft has no run: answer again (Ctrl-R), or save it as .md');
    return [await runFile(await load(), name)];
  }

  function save(name: string): void {
    if (chat.exchanges.length === 0) return notify('There is no conversation to save yet.');
    if (name === '') {
      empty();
      return setSaving(FILE_NAME);
    }
    job.start(async () => {
      const files = await getFiles(name);
      if ((await existingFile(files)) !== undefined) return setSaving(name);
      await writeFiles(files, false);
      notify(savedMessage(name, 0), 'good');
    }, empty);
  }

  const commands: Readonly<Record<string, readonly [help: string, run: (argument: string) => void]>> = {
    '/model': [
      'Choose another model, or use the one after it',
      (id) => {
        if (id !== '') return lookUp(plainModelId(findModelIdInUrl(hubUrl, id)));
        empty();
        navigation.back('form');
      },
    ],
    '/system': [
      'Edit the system prompt, or use the text after it',
      (system) => {
        empty();
        if (system === '') return onEditSystem();
        session.changeChat({ system });
        notify('System prompt set.', 'good');
      },
    ],
    '/save': ['Save the conversation, to the file after it', save],
    '/new': [
      'Start a new conversation; keeps system prompt and parameters',
      () => {
        session.newChat();
        notify('New conversation. Press Ctrl-_ to undo.');
      },
    ],
    '/help': [
      'List the keys and these commands',
      () => {
        empty();
        navigation.open('keys');
      },
    ],
  };
  const names = Object.keys(commands);

  return {
    /** For the list of all keys. No key has these names. */
    keyCommands: names.map((name) => minorCommand(name, name, commands[name]![0], () => undefined)),
    /** @returns whether the message is a command; paths are none */
    execute(): boolean {
      const [, name = '', argument = ''] = /^(\/[^\s/]*)(?:\s+([^]*))?$/.exec(message) ?? [];
      if (name === '') return false;
      const command = own(commands, name.toLowerCase());
      const hint = `Commands: ${names.join(', ')}. To send it as text, put a space before it.`;
      if (command) command[1](argument.trim());
      else notify(`Unknown command ${visibleLine(name)}. ${hint}`, 'error');
      return true;
    },
    saving,
    getFiles,
    closePrompt: () => setSaving(undefined),
  };
}

/** A conversation as Markdown. */
function describeChat({ system, exchanges }: ChatState): string {
  const parts = exchanges.flatMap(({ prompt, answer, result }) => [
    ['You', prompt.text],
    [result?.run.route.model ?? 'Answer', answer],
  ]);
  return [...(system === '' ? [] : [['System prompt', system]]), ...parts]
    .map(([title, text]) => `## ${title}\n\n${text}\n`)
    .join('\n');
}
