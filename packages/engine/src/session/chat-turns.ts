import type { Values } from '../fields/index.ts';
import { UnfitAnswerError } from '../errors/index.ts';
import { receivedText, type EndedRun, type RunResult } from '../request/index.ts';
import type { ResultViews } from '../results/index.ts';
import { CONTINUE_PROMPT } from '../tasks/index.ts';
import { isRunning } from './session-queries.ts';
import type { ChatState, Exchange, SessionState, TaskInputs } from './session-state.ts';

/** Whether the chosen model or endpoint supports conversations. */
export function isConversational({ chatSupport = 'none' }: Pick<SessionState, 'chatSupport'>): boolean {
  return chatSupport !== 'none';
}

/** Whether an answer that has ended was canceled or broke off. Restored answers have no result, but may have a finish reason. */
export function isIncomplete({ result, view }: Exchange): boolean {
  return !result && view.finishReason === undefined;
}

/** Whether the last answer was cut off, so that its rest can be requested. */
export function canContinue(state: SessionState): boolean {
  const last = state.chat.exchanges.at(-1);
  return (
    !isRunning(state) &&
    last !== undefined &&
    !state.chat.editing &&
    (isIncomplete(last) || last.view.finishReason === 'length')
  );
}

/** Empties the input for a message that is being sent. */
export function afterSending(state: SessionState): Partial<SessionState> {
  return isConversational(state) ? withMessage(state, undefined, []) : {};
}

/** Adds an exchange to the conversation that the run began with. */
export function addAnswer(state: SessionState, result: RunResult): Partial<SessionState> {
  const { view, run } = result;
  if (!run.route.conversation || view.kind !== 'text') return {};
  return withExchange(state, view, result);
}

/** After a run failed or was canceled: keeps what was answered, else puts the message back into the input. */
export function endUnanswered(state: SessionState, ended?: EndedRun): Partial<SessionState> {
  const { run, chat } = state;
  const { inputs, partial } = run;
  const before = inputs?.chat;
  const prompt = createPrompt(state, inputs);
  if (!isRunning(state) || !isConversational(state) || !before || !prompt) return {};
  const isComplete = ended?.status === 'failed' && ended.error instanceof UnfitAnswerError;
  const view = { isMarkdown: true, ...(isComplete && { finishReason: 'stop' }) };
  const isInvalid = ended?.status === 'failed' && receivedText(ended.error) !== '';
  if (partial && partial.text !== '' && !isInvalid) return withExchange(state, { ...partial, ...view });
  // A regeneration or an edit without an answer keeps the earlier one.
  const earlier = chat.exchanges[before.exchanges.length]?.prompt;
  if (earlier?.text === prompt.text && earlier.images.length === prompt.images.length) return {};
  if (prompt.text === CONTINUE_PROMPT) return {};
  const at = before.exchanges.length;
  return withMessage(state, prompt.text, prompt.images, earlier && { text: '', images: [], at });
}

/** Puts a message into the input. Its exchange and those after it stay until the edited message is answered. */
export function withEdit(state: SessionState, at: number): Partial<SessionState> {
  const prompt = state.chat.exchanges.at(at)?.prompt;
  if (!prompt || state.chat.editing) return {};
  const typed = createPrompt(state, state) ?? { text: '', images: state.chat.images };
  return withMessage(state, prompt.text, prompt.images, { ...typed, at });
}

/** Puts the message from before the edit back into the input. */
export function withoutEdit(state: SessionState): Partial<SessionState> {
  const { editing } = state.chat;
  return editing ? withMessage(state, editing.text || undefined, editing.images) : {};
}

/** Starts a conversation with the same system prompt and the first exchanges of the current one. */
export function withNewChat(state: SessionState, count = 0): Partial<SessionState> {
  const exchanges = state.chat.exchanges.slice(0, count);
  return withMessage({ ...state, chat: { ...state.chat, id: undefined, exchanges } }, undefined, []);
}

/** What is sent: an edited message takes the place of its exchange. */
export function getSent(state: SessionState): SessionState {
  const { chat } = state;
  if (!chat.editing) return state;
  const exchanges = chat.exchanges.slice(0, chat.editing.at);
  return { ...state, chat: { ...chat, exchanges, editing: undefined } };
}

/** The state to run in order to get another answer to a message. */
export function getRegenerated(state: SessionState, at: number): SessionState | undefined {
  const edit = withEdit({ ...state, chat: { ...state.chat, editing: undefined } }, at);
  return edit.chat && getSent({ ...state, ...edit });
}

/** Shows another version of the conversation from an exchange on. @param index its place among all versions */
export function withDraft({ chat }: SessionState, at: number, index: number): Partial<SessionState> {
  const exchanges = chat.exchanges.slice(at);
  const all = getVersions(exchanges);
  const [first, ...rest] = all[index] ?? [];
  if (!first || chat.editing) return {};
  const drafts = { at: index, others: all.toSpliced(index, 1) };
  return { chat: { ...chat, exchanges: [...chat.exchanges.slice(0, at), { ...first, drafts }, ...rest] } };
}

/** The versions of a conversation that begin like these exchanges, with themselves. */
function getVersions([first, ...rest]: readonly Exchange[]): readonly (readonly Exchange[])[] {
  if (!first) return [];
  const { drafts = { at: 0, others: [] }, ...exchange } = first;
  return drafts.others.toSpliced(drafts.at, 0, [exchange, ...rest]);
}

/** The state to run in order to get the rest of the last answer. */
export function getContinued(state: SessionState): SessionState {
  return { ...state, ...withMessage(state, CONTINUE_PROMPT, []) };
}

function withExchange(
  state: SessionState,
  view: ResultViews['text'],
  result?: RunResult,
): Partial<SessionState> {
  const { inputs } = state.run;
  const prompt = createPrompt(state, inputs);
  if (!prompt) return {};
  const before = inputs?.chat?.exchanges ?? [];
  const replaced = state.chat.exchanges.slice(before.length);
  const others = getVersions(replaced);
  // A run ends twice: its cost may follow.
  const drafts = isRunning(state) ? others.length > 0 && { at: others.length, others } : replaced[0]?.drafts;
  const toolCalls = view.toolCalls ? JSON.stringify(view.toolCalls) : '';
  const answer = [view.text, view.refusal ?? '', toolCalls].filter((part) => part !== '').join('\n\n');
  const model = result?.run.route.model ?? state.model;
  const exchange: Exchange = {
    prompt,
    answer,
    view,
    model,
    ...(result && { result }),
    ...(drafts && { drafts }),
  };
  const exchanges = [...before, exchange];
  return { chat: { ...state.chat, exchanges }, replaced: [], replacedBy: undefined };
}

export function createPrompt(
  { task }: SessionState,
  inputs: TaskInputs | undefined,
): Exchange['prompt'] | undefined {
  const text = inputs?.values[task?.conversation?.message ?? ''];
  return typeof text === 'string' ? { text, images: inputs?.chat?.images ?? [] } : undefined;
}

function withMessage(
  { task, values, drafts, chat }: SessionState,
  text: string | undefined,
  images: ChatState['images'],
  editing?: ChatState['editing'],
): { values: Values; drafts: SessionState['drafts']; chat: ChatState } {
  const name = task?.conversation?.message ?? '';
  return {
    values: { ...values, [name]: text },
    drafts: { ...drafts, [name]: undefined },
    chat: { ...chat, images, editing },
  };
}
