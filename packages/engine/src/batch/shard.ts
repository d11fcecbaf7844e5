import { InputError } from '../errors/index.ts';
import type { Shard } from './keys.ts';

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
