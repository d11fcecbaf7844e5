import { nameCandidates, tallyVotes, visibleLine, type ModelTally } from '@tryout/engine';
import { useEffect, useState } from 'react';
import { useApp } from '../../state/app-context.ts';
import { watchChanges } from '../../state/stored/database.ts';
import { useLoaded } from '../../lib/hooks.ts';
import type { Compared } from './use-comparison.ts';
import styles from './compare.module.css';

interface VotesProps {
  readonly vote: number | 'tie';
  readonly columns: readonly Compared[];
}

/** The outcome of a blind comparison, and how its models did in all of them. */
export function Votes({ vote, columns }: VotesProps) {
  const { history } = useApp();
  const [changes, setChanges] = useState(0);
  useEffect(() => watchChanges(() => setChanges((count) => count + 1)), []);
  const { last } = useLoaded(changes, async () => tallyVotes(await (await history()).list()));
  const names = nameCandidates(columns.map(({ candidate }) => candidate));
  const isCompared = (name: string) => names.includes(name);
  const models = last?.models.filter(({ model }) => isCompared(model)) ?? [];
  const pairs = last?.pairs.filter((pair) => pair.models.every(isCompared)) ?? [];
  const winner = columns.find(({ index }) => index === vote);
  return (
    <div className={styles.votes}>
      <p role="status" className={styles.title}>
        {winner ? `${winner.name} won.` : 'A tie.'}
      </p>
      {models.length > 0 && (
        <table>
          <caption>Blind votes so far</caption>
          <thead>
            <tr>
              <th scope="col">Model</th>
              <th scope="col">Wins</th>
              <th scope="col">Losses</th>
              <th scope="col">Ties</th>
            </tr>
          </thead>
          <tbody>
            {models.map((tally) => (
              <Row key={tally.model} name={tally.model} tally={tally} />
            ))}
            {models.length > 2 &&
              pairs.map(({ models: [one, other], ...tally }) => (
                <Row key={`${one} ${other}`} name={`${one} against ${other}`} tally={tally} />
              ))}
          </tbody>
        </table>
      )}
    </div>
  );
}

function Row({ name, tally }: { readonly name: string; readonly tally: Omit<ModelTally, 'model'> }) {
  return (
    <tr>
      <th scope="row">{visibleLine(name)}</th>
      <td>{tally.wins}</td>
      <td>{tally.losses}</td>
      <td>{tally.ties}</td>
    </tr>
  );
}
