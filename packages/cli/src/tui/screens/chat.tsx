import {
  audio,
  canContinue,
  canRun,
  CONTINUE_PROMPT,
  counted,
  getAttachmentKinds,
  image,
  isRunning,
  imageName,
  runOptions,
  text,
  type Field,
  type FieldDraft,
  type FieldValue,
  type SessionState,
} from '@tryout/engine';
import { Box } from 'ink';
import { useState, type ComponentType, type ReactNode } from 'react';
import { attachFiles, mayNameFiles } from '../../read-argv/attach-files.ts';
import { wrap } from '../../screen/index.ts';
import { keyLabel } from '../../text-editing/key.ts';
import { SavePrompt } from '../components/prompt.tsx';
import { FocusScroll, useScroll } from '../components/scroll.tsx';
import { errorLines, Lines } from '../components/text.tsx';
import type { FieldProps } from '../fields/field.tsx';
import { fieldInputs } from '../fields/fields.tsx';
import { RUN_ALL, useRunAll } from '../hooks/use-batch.ts';
import { useChatCommands } from '../hooks/use-chat-commands.ts';
import { useInputCommands, useConfirmation } from '../hooks/use-commands.ts';
import { useCopy, useJob } from '../hooks/use-job.ts';
import {
  command,
  minorCommand,
  useKeys,
  type Command,
  usePicker,
  useSessionWithProgress,
  useTerminal,
} from '../hooks/use-picker.ts';
import { sandboxHintLines, useHeadLines } from '../components/run-head.ts';
import { useTranscript } from '../components/transcript.ts';

/** The names of the inputs that a conversation has besides its message. */
const SYSTEM_FIELD = 'system';
const IMAGE_FIELD = 'image';

/** The inputs of a conversation in order: the message, the system prompt, and an image or sound if the model takes one. */
function fieldsOfChat({
  task,
  chatSupport,
}: SessionState): readonly (readonly [name: string, field: Field])[] {
  const message = task?.conversation?.message ?? '';
  const kinds = getAttachmentKinds(chatSupport);
  // `@FILE` attaches the other kinds.
  const attachment = kinds.includes('image')
    ? image('Image')
    : kinds.includes('audio')
      ? audio('Audio')
      : undefined;
  return [
    [message, task?.fields[message] ?? text()],
    [SYSTEM_FIELD, { ...text('System prompt'), optional: true }],
    ...(attachment ? [[IMAGE_FIELD, { ...attachment, optional: true }] as const] : []),
  ];
}

/** Share of the screen for the input that is being edited. */
const INPUT_SHARE = 0.35;
const MIN_INPUT_ROWS = 3;

/** A conversation: the answers above, the input below. */
export function ChatScreen(): ReactNode {
  const { session, navigation, hubUrl, notify } = usePicker();
  const copy = useCopy();
  const { terminal, theme, body, isScreenReader } = useTerminal();
  const state = useSessionWithProgress();
  const { chat, run } = state;
  const head = useHeadLines(state, undefined);
  const { commands: inputs, stopExample } = useInputCommands(state);
  const confirmation = useConfirmation(state);
  const runAll = useRunAll(state, confirmation?.text, stopExample);
  const [focus, setFocus] = useState(0);
  const [inputHeight, setInputHeight] = useState(MIN_INPUT_ROWS);
  const [hasReasoning, setHasReasoning] = useState(false);
  const isBusy = isRunning(state);
  const last = chat.exchanges.at(-1);
  const editAt = (chat.editing?.at ?? chat.exchanges.length) - 1;
  const draftAt = chat.exchanges.findLastIndex(({ drafts }) => drafts !== undefined);
  const drafts = chat.exchanges[draftAt]?.drafts;

  const fields = fieldsOfChat(state);
  const [name, field] = fields[focus % fields.length]!;
  const [[messageName]] = fields as [(typeof fields)[number]];
  const message = state.values[messageName];
  const recall = useRecall(state, messageName);
  const attaching = useJob();
  const slash = useChatCommands(state, messageName, () => setFocus(1));
  const isSaving = slash.saving !== undefined;
  const cut = (text: string) => theme.cut(text, body.columns);
  const status = isBusy
    ? head
    : run.status === 'failed'
      ? [
          theme.error('Error'),
          ...errorLines(run.error, body.columns, theme),
          ...sandboxHintLines(state, hubUrl, body.columns),
        ]
      : run.status === 'canceled'
        ? [theme.dim('Canceled. Ctrl-R answers again.')]
        : chat.editing
          ? [theme.accent(cut(editingText(chat.editing.at + 1, chat.exchanges.length)))]
          : confirmation
            ? wrap(confirmation.text, body.columns).split('\n')
            : runAll
              ? [theme.accent(cut(`${runAll.label}: ${RUN_ALL} (${keyLabel('f7', terminal)})`))]
              : [];

  const inputRows = Math.max(MIN_INPUT_ROWS, Math.floor(body.rows * INPUT_SHARE));
  const statusRows = status.length + 1;
  const transcript = useTranscript(state, hasReasoning);
  const count = transcript.lines.length;
  const maxRows = Math.max(1, body.rows - statusRows - (isBusy ? 0 : Math.min(inputRows, inputHeight)));
  const rows = isBusy ? maxRows : Math.min(maxRows, Math.max(count, 1));
  const scroll = useScroll({ count, rows, follows: true });
  const below = count - scroll.top - rows;
  const facts = [
    ...(scroll.top > 0 ? [`${counted(scroll.top, 'line')} above (Page Up)`] : []),
    ...(below > 0 ? [`${counted(below, 'line')} below (Page Down)`] : []),
    ...(chat.system !== '' && name !== SYSTEM_FIELD ? ['System prompt set'] : []),
    ...chat.images.map((file) => `Attached: ${imageName(file)}`),
    ...runOptions(state),
  ].join(theme.separator);

  function change(value: FieldValue | undefined, draft?: FieldDraft): void {
    if (name === IMAGE_FIELD) {
      session.changeChat({ images: [...(value ? [value as never] : []), ...chat.images.slice(1)] });
      session.setValue(name, undefined, draft);
    } else if (name === SYSTEM_FIELD) session.changeChat({ system: (value as string | undefined) ?? '' });
    else session.setValue(name, value, draft);
  }

  function send(onSent?: () => void): void {
    if (slash.execute()) return;
    if (confirmation) return notify(confirmation.text);
    if (!canRun(session.getSnapshot())) {
      setFocus(0);
      return notify('Type a message first.');
    }
    stopExample();
    if (typeof message !== 'string' || !mayNameFiles(message)) return submit(onSent);
    attaching.start(
      () => attachFiles(message, getAttachmentKinds(state.chatSupport)),
      ({ text, images }) => {
        const now = session.getSnapshot();
        if (now.values[messageName] !== message || !canRun(now)) return;
        session.setValue(messageName, text);
        session.changeChat({ images: [...now.chat.images, ...images] });
        submit(onSent);
      },
    );
  }

  function submit(onSent?: () => void): void {
    scroll.toEnd();
    // Otherwise the file would be read again.
    session.setValue(IMAGE_FIELD, undefined, undefined);
    setFocus(0);
    void session.run();
    onSent?.();
  }

  const showAnswer = () => navigation.open('run');
  const moveFocus = (step: number) => setFocus((focus + step + fields.length) % fields.length);
  const runOrRegenerate = canRun(state)
    ? minorCommand('ctrl+r', 'run', 'Send, and show the answer on its own screen', () => send(showAnswer))
    : last !== undefined &&
      !confirmation &&
      command('ctrl+r', 'again', 'Answer the last message again', () => {
        scroll.toEnd();
        void session.regenerate();
      });
  const inputCommands: readonly (Command | false)[] = isBusy
    ? [command('escape', 'cancel', 'Cancel and keep the partial answer', session.cancel)]
    : [
        command('enter', 'send', 'Send the message; @FILE attaches a file', () => send()),
        chat.editing !== undefined &&
          command('escape', 'cancel edit', 'Keep the last message as it was', session.cancelEdit),
        confirmation?.command ?? false,
        runAll?.command ?? false,
        canContinue(state) &&
          command('ctrl+n', 'continue', 'Get the rest of the answer', () => void session.continueAnswer()),
        runOrRegenerate,
        command('tab', fields.length > 2 ? 'system, image' : 'system prompt', 'Go to the next input', () =>
          moveFocus(1),
        ),
        minorCommand('shift+tab', 'previous input', 'Go to the previous input', () => moveFocus(-1)),
        drafts !== undefined &&
          !chat.editing &&
          command('alt+v', 'next draft', 'Show the next draft of the conversation', () =>
            session.showDraft(draftAt, (drafts.at + 1) % (drafts.others.length + 1)),
          ),
        editAt >= 0 &&
          minorCommand('alt+e', 'edit', 'Edit the last message; again for the one before', () => {
            session.cancelEdit();
            session.editMessage(editAt);
            setFocus(0);
          }),
        ...(name === messageName ? recall : []),
        ...slash.keyCommands,
      ];
  useKeys({
    takesText: true,
    isActive: !isSaving,
    commands: [
      ...inputCommands,
      last !== undefined && command('alt+c', 'copy', 'Copy the last answer', () => copy(last.answer)),
      run.status !== 'idle' &&
        command('f4 alt+r', 'answer', 'Show the last answer: save, JSON, code', showAnswer),
      transcript.hasReasoning &&
        command('alt+o', hasReasoning ? 'hide reasoning' : 'reasoning', 'Show or hide the reasoning', () =>
          setHasReasoning(!hasReasoning),
        ),
      ...inputs,
      ...(isBusy ? scroll.commands : scroll.pageCommands),
    ],
  });

  const Input = fieldInputs[field.kind] as ComponentType<FieldProps>;
  return (
    <Box flexDirection="column" height={isScreenReader ? undefined : body.rows}>
      <Box flexDirection="column" flexGrow={isBusy ? 1 : 0} flexShrink={0}>
        <Lines
          lines={
            count === 0
              ? [theme.dim(cut('Type a message and press Enter. /help lists keys and commands.'))]
              : isScreenReader
                ? transcript.lines
                : transcript.lines.slice(scroll.top, scroll.top + rows)
          }
        />
      </Box>
      <Lines lines={status.slice(0, Math.max(1, Math.floor(body.rows / 2)))} />
      {slash.saving !== undefined && (
        <SavePrompt proposed={slash.saving} getFiles={slash.getFiles} onClose={slash.closePrompt} />
      )}
      {!isBusy && !isSaving && (
        <FocusScroll rows={inputRows} isRoomy={false} onMeasure={setInputHeight}>
          <Input
            key={name}
            name={name}
            field={field as Field}
            value={getValue(name, state)}
            draft={state.drafts[name]}
            onChange={change}
            focus={0}
            onFocus={() => undefined}
          />
        </FocusScroll>
      )}
      <Lines lines={[theme.dim(cut(facts))]} />
    </Box>
  );
}

function editingText(number: number, count: number): string {
  return number === count
    ? 'Editing the last message: Enter replaces it and its answer.'
    : `Editing message ${number} of ${count}: Enter starts a draft from here.`;
}

/** Commands that put earlier messages of the conversation into the empty input, as in a shell. */
function useRecall({ chat, values }: SessionState, messageName: string): readonly (Command | false)[] {
  const { session } = usePicker();
  const [index, setIndex] = useState(-1);
  const prompts = chat.exchanges.map(({ prompt }) => prompt.text).filter((text) => text !== CONTINUE_PROMPT);
  const message = values[messageName] ?? '';
  const isRecalled = message !== '' && message === prompts[index];
  const recall = (next: number) => {
    setIndex(next);
    session.setValue(messageName, prompts[next]);
  };
  const previous = isRecalled ? index - 1 : prompts.length - 1;
  const canRecall = chat.editing === undefined && (isRecalled || message === '') && prompts.length > 0;
  return [
    canRecall &&
      minorCommand('up', 'earlier', 'Recall an earlier message', () => recall(Math.max(0, previous))),
    canRecall &&
      isRecalled &&
      minorCommand('down', 'later', 'Recall a later message', () => recall(index + 1)),
  ];
}

function getValue(name: string, { chat, values }: SessionState): FieldValue | undefined {
  if (name === SYSTEM_FIELD) return chat.system === '' ? undefined : chat.system;
  const [attachment] = chat.images;
  if (name === IMAGE_FIELD) return attachment && 'open' in attachment ? attachment : undefined;
  return values[name];
}
