import { groupRuns, type History, type HistoryEntry, type Vote } from '../stored/index.ts';

/** The positions of candidates in a random order, in which a blind comparison shows them. */
export function shuffleCandidates(count: number): number[] {
  const order = Array.from({ length: count }, (_, index) => index);
  for (let last = count - 1; last > 0; last -= 1) {
    const at = Math.floor(Math.random() * (last + 1));
    [order[at], order[last]] = [order[last]!, order[at]!];
  }
  return order;
}

/** The name of a candidate in a blind comparison: `Model A`. @param place from 0, in the shuffled order */
export function getBlindName(place: number): string {
  return `Model ${String.fromCharCode('A'.charCodeAt(0) + place)}`;
}

/**
 * Adds a vote to the recorded runs of a comparison; those without a result have none.
 * @param winner its position, from 0; undefined for a tie
 * @returns false if the runs are not in the history, for example because it is off
 * @throws HistoryError
 */
export async function recordVote(
  history: History,
  group: string,
  winner: number | undefined,
): Promise<boolean> {
  let isRecorded = false;
  for (const { id, candidate, status, output, isImported } of await history.list({ group })) {
    const stored = status === 'done' ? await history.get(id) : undefined;
    if (!stored || candidate === undefined) continue;
    const vote: Vote = winner === undefined ? 'tied' : candidate === winner + 1 ? 'won' : 'lost';
    await history.add({ ...stored, run: { ...stored.run, vote } }, output, isImported);
    isRecorded = true;
  }
  return isRecorded;
}

interface Tally {
  wins: number;
  losses: number;
  ties: number;
}

/** Votes on two models, from the side of the first. */
interface PairTally extends Readonly<Tally> {
  readonly models: readonly [string, string];
}

/** Votes on a model against all others. */
export interface ModelTally extends Readonly<Tally> {
  readonly model: string;
}

/** The blind votes in a history, by pair and by model, the most wins first. */
export function tallyVotes(entries: readonly HistoryEntry[]) {
  const groups = groupRuns(entries.filter(({ vote }) => vote !== undefined));
  const pairs = new Map<string, PairTally & Tally>();
  const models = new Map<string, ModelTally & Tally>();
  for (const runs of groups.values()) {
    const named = runs.map((run) => ({ name: nameIn(runs, run), vote: run.vote! }));
    for (const one of named) {
      for (const other of named) {
        // Losers were not compared with each other.
        const isCompared = one.vote !== other.vote || one.vote === 'tied';
        if (one.name === other.name || !isCompared) continue;
        const model = models.get(one.name) ?? { model: one.name, wins: 0, losses: 0, ties: 0 };
        models.set(one.name, count(model, one.vote));
        if (one.name > other.name) continue;
        const key = JSON.stringify([one.name, other.name]);
        const pair = pairs.get(key) ?? { models: [one.name, other.name], wins: 0, losses: 0, ties: 0 };
        pairs.set(key, count(pair, one.vote));
      }
    }
  }
  return { pairs: byWins<PairTally>(pairs), models: byWins<ModelTally>(models) };
}

/** The model of a run, with its provider if the comparison has several runs of the model. */
function nameIn(runs: readonly HistoryEntry[], { model = '', provider = '' }: HistoryEntry): string {
  return runs.filter((run) => run.model === model).length > 1 ? `${model}:${provider}` : model;
}

function count<Row extends Tally>(row: Row, vote: Vote): Row {
  row[vote === 'won' ? 'wins' : vote === 'lost' ? 'losses' : 'ties'] += 1;
  return row;
}

function byWins<Row extends Readonly<Tally>>(rows: ReadonlyMap<string, Row>): readonly Row[] {
  return [...rows.values()].sort((a, b) => b.wins - a.wins || a.losses - b.losses);
}
