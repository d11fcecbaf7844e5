import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { InputError } from '../errors/index.ts';
import { isFilePlaceholder } from '../fields/index.ts';
import { bodyPieces, type Connection } from '../http/index.ts';
import type { WireRequest } from '../request/index.ts';
import { getChunks } from '../text/index.ts';

/** The SHA-256 of a request as 64 hexadecimal digits, the same for equal requests. Reads the files in it. */
export async function hashRequest(
  { method, url, headers, body }: WireRequest,
  { isSandbox, inferenceUrl }: Pick<Connection, 'isSandbox' | 'inferenceUrl'>,
): Promise<string> {
  const hash = sha256.create();
  // The sandbox has another port each time.
  const address = isSandbox ? url.replace(inferenceUrl, 'sandbox:') : url;
  const names = Object.keys(headers).sort();
  hash.update(
    utf8ToBytes(JSON.stringify([method, address, names.map((name) => [name, headers[name]]), body.kind])),
  );
  for (const piece of bodyPieces(body)) {
    if (typeof piece === 'string') hash.update(utf8ToBytes(piece));
    else
      for await (const chunk of getChunks((isFilePlaceholder(piece) ? piece.file : piece).open()))
        hash.update(chunk);
  }
  return bytesToHex(hash.digest());
}

/** The same for a row without a request. */
export function hashRow(row: unknown): string {
  return bytesToHex(sha256(utf8ToBytes(JSON.stringify(row))));
}

const KEY = /^[0-9a-f]{64}-[1-9]\d*$/;

export function isKey(key: unknown): key is string {
  return typeof key === 'string' && KEY.test(key);
}

/** Half of a hash in 16 characters, which is enough to tell requests apart, and takes little memory. */
function shortenHash(hash: string): string {
  const bytes: number[] = [];
  for (let at = 0; at < 32; at += 2) bytes.push(parseInt(hash.slice(at, at + 2), 16));
  return String.fromCharCode(...bytes);
}

/** The keys of an output when a batch starts. */
export interface KnownKeys {
  /** What is known of a key. */
  find(key: string): 'done' | 'failed' | undefined;
  /** The numbers, apart from 1, of the keys with these digits. */
  numbersOf?(hash: string): readonly number[];
}

/** Keeps the numbers of keys by their digits. Most keys have the number 1, which takes no memory. */
export function createKeyNumbers() {
  const numbers = new Map<string, number[]>();
  return {
    add(key: string): void {
      const [short, number] = [shortenHash(key), Number(key.slice(65))];
      const others = numbers.get(short);
      if (number !== 1 && !others?.includes(number)) numbers.set(short, [...(others ?? []), number]);
    },
    numbersOf: (hash: string): readonly number[] => numbers.get(shortenHash(hash)) ?? [],
  };
}

/**
 * The keys of equal requests, in order: those that are known, whatever their numbers are, with the answered ones first, then new
 * ones.
 * @param shard its new numbers differ from those of other shards of the same source
 */
export function keyNumbering({ index, count }: Shard, known: KnownKeys): (hash: string) => string {
  const once = new Set<string>();
  const several = new Map<string, Iterator<number, never>>();

  function* numbersOf(hash: string, others: readonly number[]): Generator<number, never> {
    const isDone = (number: number) => Number(known.find(`${hash}-${number}`) === 'done');
    const present = [1, ...others].filter((number) => known.find(`${hash}-${number}`) !== undefined);
    const taken = new Set(present);
    yield* present.sort((a, b) => isDone(b) - isDone(a) || a - b);
    for (let number = index; ; number += count) if (!taken.has(number)) yield number;
  }

  return (hash) => {
    const short = shortenHash(hash);
    let numbers = several.get(short);
    if (!numbers) {
      const others = known.numbersOf?.(hash) ?? [];
      const isFirst = !once.has(short);
      once.add(short);
      if (isFirst && others.length === 0) return `${hash}-${known.find(`${hash}-1`) ? 1 : index}`;
      numbers = numbersOf(hash, others);
      if (!isFirst) numbers.next();
      several.set(short, numbers);
    }
    return `${hash}-${numbers.next().value}`;
  };
}

/** One of several parts of a source, counted from 1: every `count`-th row. */
export interface Shard {
  readonly index: number;
  readonly count: number;
}

type Variables = Readonly<Record<string, string | undefined>>;

/** How schedulers number the jobs of a batch: the variables of the index, of the first index, and of the number of jobs. */
const schedulers = [
  ['SLURM_ARRAY_TASK_ID', 'SLURM_ARRAY_TASK_MIN', 'SLURM_ARRAY_TASK_COUNT', 'SLURM_ARRAY_TASK_STEP'],
  ['JOB_COMPLETION_INDEX', undefined, 'JOB_COMPLETIONS'],
  ['AWS_BATCH_JOB_ARRAY_INDEX', undefined, 'AWS_BATCH_JOB_ARRAY_SIZE'],
  ['STRATEGY_JOB_INDEX', undefined, 'STRATEGY_JOB_TOTAL'],
] as const;

/**
 * Parses `I/N`, counted from 1, or `auto` and `auto/N`, which read the index from a scheduler's variables.
 * @throws InputError
 */
export function parseShard(text: string, variables: Variables): Shard {
  const [, part = '', total] = /^(auto|\d+)(?:\/(\d+))?$/.exec(text) ?? [];
  const shard = part === 'auto' ? findShard(variables, total) : toShard(part, total);
  if (shard) return shard;
  throw new InputError(`Invalid --shard '${text}'`, {
    hint:
      part === 'auto'
        ? 'No scheduler variable has the index and the number of jobs. Use auto/N, or I/N such as 1/4.'
        : 'Use I/N such as 1/4, or auto.',
  });
}

function toShard(index: string | undefined, count: string | undefined): Shard | undefined {
  const shard = { index: Number(index || Number.NaN), count: Number(count || Number.NaN) };
  return shard.index >= 1 && shard.index <= shard.count && shard.count <= 100_000 ? shard : undefined;
}

function findShard(variables: Variables, total: string | undefined): Shard | undefined {
  for (const [index, first, count, step] of schedulers) {
    const value = variables[index];
    if (value === undefined || value === '') continue;
    const distance = Number(value) - Number((first && variables[first]) || 0);
    const position = distance / Number((step && variables[step]) || 1) + 1;
    return Number.isInteger(position) ? toShard(String(position), total ?? variables[count]) : undefined;
  }
  return undefined;
}
