import { costText } from '../cost.ts';
import { mayReceiveToken, type Connection } from '../http/index.ts';
import {
  ENDPOINT,
  chosenPlaceId,
  type ChatPiece,
  type QueueEvent,
  type RunEvent,
  type RunResult,
  findProvider,
  receivedText,
  type Server,
} from '../request/index.ts';
import { chosenFlags } from '../spec/index.ts';
import { resultKinds } from '../results/index.ts';
import type { SessionState } from '../session/index.ts';
import type { Task } from '../tasks/index.ts';
import { visibleLine } from '../text/index.ts';
import { count, counted, duration, elapsed, shortNumber, size } from './numbers.ts';

/** An event as text, with its stage of the run. */
export function describeEvent(event: Exclude<RunEvent, ChatPiece>): { stage: string; text: string } {
  if (event.type === 'waiting') {
    const seconds = Math.round(event.seconds ?? 0);
    const estimate = seconds > 0 ? ` (about ${duration(seconds)})` : '';
    return { stage: 'model', text: `Waiting for the model to load${estimate}` };
  }
  if (event.type === 'queue') return { stage: event.status, text: describeQueue(event) };
  const { phase, bytes, total } = event;
  if (phase === 'upload' && bytes === total) return { stage: 'answer', text: 'Waiting for the response' };
  const part = total ? `${Math.min(100, Math.floor((bytes / total) * 100))}% of ${size(total)}` : size(bytes);
  return { stage: phase, text: `${phase === 'upload' ? 'Sending' : 'Receiving'} ${part}` };
}

/** `Queued at fal-ai, 2 runs before it; times out after 30 min` or `Running at fal-ai`. */
function describeQueue({ status, provider, position, timeout }: QueueEvent): string {
  if (status === 'running') return `Running at ${provider}`;
  const before = position ? `, ${counted(position, 'run')} before it` : '';
  const limit = timeout % 60 === 0 ? `${timeout / 60} min` : duration(timeout);
  return `Queued at ${provider}${before}; times out after ${limit}`;
}

type Waiting = Pick<SessionState, 'run' | 'model'>;

export function progressText({ run, model }: Waiting): string {
  const { status, request, progress, waiting, queue } = run;
  if (status === 'streaming') {
    const { text, reasoning } = run.partial;
    const [stage, growing] = text === '' && reasoning ? ['Reasoning', reasoning] : ['Streaming', text];
    return `${stage}: ${count(growing.length)} characters so far`;
  }
  if (queue) return describeQueue(queue);
  if (waiting) return describeEvent({ type: 'waiting', ...waiting }).text;
  if (progress) return describeEvent({ type: 'progress', ...progress }).text;
  if (!request) return model === undefined ? 'Preparing the request' : `Looking up the providers of ${model}`;
  return 'Waiting for the response';
}

/** The same without changing numbers, for screen readers. */
export function spokenProgressText(state: Waiting): string {
  const { partial, progress, waiting, queue } = state.run;
  if (partial) return partial.text === '' && partial.reasoning ? 'Reasoning' : 'Streaming';
  if (queue) return `${queue.status === 'queued' ? 'Queued' : 'Running'} at ${queue.provider}`;
  if (waiting || !progress) return progressText(state);
  if (progress.phase === 'download') return 'Receiving';
  return progress.bytes === progress.total ? 'Waiting for the response' : 'Sending';
}

/** The length of the complete sentences of streamed text, for screen readers. */
export function spokenLength(text: string): number {
  const ends = ['. ', '? ', '! ', '\n', '。'].map((end) => text.lastIndexOf(end));
  return Math.max(...ends) + 1;
}

/** What the output of a failed or canceled run is. */
export function describePartial(error: unknown): string {
  return receivedText(error) === '' ? 'The answer is incomplete' : 'The response is not a valid result';
}

/** Elapsed time; empty in the first second. */
export function clockText(milliseconds: number): string {
  return milliseconds < 1000 ? '' : duration(Math.floor(milliseconds / 1000));
}

/** Model, provider, time, tokens and cost: `model`, `provider`, `1.2 s`, `31 tokens in, 120 out`, `$0.0003`. */
export function runSummary(result: RunResult): string[] {
  const { run, seconds, cost, usage } = result;
  const { model } = run.route;
  const provider = findProvider(result);
  return [
    ...(model === undefined ? [] : [model]),
    ...(provider === undefined ? [] : [provider]),
    elapsed(seconds),
    ...(usage === undefined ? [] : [`${counted(usage.input, 'token')} in, ${count(usage.output)} out`]),
    ...(cost === undefined ? [] : [costText({ cost, provider })]),
  ];
}

/** `Qwen3-8B` of `Qwen/Qwen3-8B`. */
export function shortModelName(id: string): string {
  return id.slice(id.lastIndexOf('/') + 1);
}

/** Before the first run: `Labels with scores appear here.` */
export function resultPreview({ result }: Pick<Task, 'result'>): string {
  const { description } = resultKinds[result.kind];
  const isPlural = description.split(' ', 2).some((word) => word.endsWith('s'));
  return `${description.charAt(0).toUpperCase()}${description.slice(1)} ${isPlural ? 'appear' : 'appears'} here.`;
}

/** A day: `12 May`, with the year unless it is the current one. */
export function formatDay(time: Date): string {
  const year = time.getFullYear() === new Date().getFullYear() ? {} : { year: 'numeric' as const };
  return time.toLocaleDateString('en-GB', { day: 'numeric', month: 'long', ...year });
}

/** How fast a streamed answer came: `0.4 s to the first token`, `61 tokens/s`. */
export function speedFacts(result: RunResult): string[] {
  const { firstTokenSeconds } = result;
  if (firstTokenSeconds === undefined) return [];
  return [`${elapsed(firstTokenSeconds)} to the first token`, ...tokenRate(result)];
}

/** Output tokens per second of a run, including the wait for the first; undefined if the server reports no tokens. */
export function getTokensPerSecond({ usage, seconds }: RunResult): number | undefined {
  return usage && seconds > 0 ? usage.output / seconds : undefined;
}

/** `45 tokens/s`, if it is known. */
export function tokenRate(result: RunResult): string[] {
  const rate = getTokensPerSecond(result);
  return rate === undefined ? [] : [`${shortNumber(Math.round(rate))} tokens/s`];
}

/** The options of a run: `Parameters: temperature 0.5`, `Provider: auto`, `Billed to org`. */
export function runOptions({
  parameters,
  choices,
}: Pick<SessionState, 'parameters' | 'choices'>): readonly string[] {
  return [`Parameters: ${parameterSummary(parameters)}`, ...placeSummary(choices)];
}

/** For example `top_k 2, threshold 0.5`. */
export function parameterSummary(parameters: SessionState['parameters']): string {
  const entries = Object.entries(parameters).map(([name, typed]) => `${name} ${typed}`);
  return entries.length === 0 ? 'default' : visibleLine(entries.join(', '));
}

/** Where a run is sent, who is billed, and the flags. */
export function placeSummary(choices: SessionState['choices']): readonly string[] {
  const place = chosenPlaceId(choices);
  const parts = [
    place === ENDPOINT ? `Endpoint: ${choices.endpointUrl || 'no URL yet'}` : `Provider: ${place}`,
    ...(choices.billTo === undefined ? [] : [`Billed to ${choices.billTo}`]),
    ...chosenFlags(choices.flags).map(({ label }) => label),
  ];
  return parts.map(visibleLine);
}

/**
 * A note if the token is not sent to an endpoint on another host.
 * @param option sends it anyway, for example `--send-token`; not mentioned by default
 */
export function unsentTokenNote(connection: Connection, server: Server, option?: string): string | undefined {
  if (connection.token === undefined || server.kind !== 'endpoint') return undefined;
  const { url } = server;
  if (mayReceiveToken(url, connection)) return undefined;
  const { host, protocol } = new URL(url);
  const note = `Your token is not sent to ${host}`;
  return mayBeSent(connection, url)
    ? `${note}${optionHint(option)}.`
    : `${note}: ${protocol}// is not encrypted.`;
}

/** What to do if an endpoint without the token refused the request. */
export function unsentTokenHint(connection: Connection, url: string, option?: string): string {
  return mayBeSent(connection, url)
    ? `Your token was not sent${optionHint(option)}.`
    : 'Your token was not sent, because the connection is not encrypted; use an https:// URL.';
}

function mayBeSent(connection: Connection, url: string): boolean {
  return mayReceiveToken(url, { ...connection, sendToken: true });
}

function optionHint(option: string | undefined): string {
  return option === undefined ? '' : `; ${option} sends it`;
}
