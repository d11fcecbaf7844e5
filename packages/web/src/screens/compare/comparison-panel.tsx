import { counted, nameCandidates, tallyVotes, visibleLine, type ModelTally } from '@tryout/engine';
import { MessageSquarePlus } from 'lucide-react';
import { useEffect, useId, useRef, useState, type ReactNode } from 'react';
import { getComparedKind } from '../../results/compared/kinds.tsx';
import { useApp } from '../../state/app-context.ts';
import { cancelCompared, voteFor } from '../../state/comparison.ts';
import { classes } from '../../lib/classes.ts';
import { useScrollToEnd } from '../../lib/scroll-to-end.ts';
import { Button, IconButton, Toolbar } from '../../ui/button.tsx';
import { Switch } from '../../ui/inputs.tsx';
import { Panel, VisuallyHidden } from '../../ui/panel.tsx';
import { TabPanel, Tabs } from '../../ui/tabs.tsx';
import { outputViews, ShareButtons, type View } from '../../parts/output/output-toolbar.tsx';
import { useScrollToOutput } from '../../parts/output/use-output-panel.ts';
import { Column, Conversation } from './column.tsx';
import { Differences } from './differences.tsx';
import type { Compared, ComparisonView } from './use-comparison.ts';
import styles from './compare.module.css';
import { watchChanges } from '../../state/stored/database.ts';
import { useLoaded } from '../../lib/hooks.ts';

interface ComparisonPanelProps {
  readonly view: ComparisonView;
  readonly add: ReactNode;
}

/** What differs between the results, and each result in a column. */
export function ComparisonPanel({ view, add }: ComparisonPanelProps) {
  const app = useApp();
  const { columns, vote, isBusy, isHidden, isChat, isBlind } = view;
  const [tab, setTab] = useState<View>('result');
  const [mark, setMarked] = useState<boolean>();
  // Answers of a chat differ in most words.
  const isMarked = mark ?? !isChat;
  const results = useSame(columns.map(({ run }) => run.result?.view));
  const names = useSame(columns.map(({ name }) => name));
  const [first] = results.filter((result) => result !== undefined);
  const kind = first && getComparedKind(first.kind);
  const { box, inner, onScroll } = useScrollToEnd(isChat);
  const id = useId();
  const panel = useRef<HTMLElement>(null);
  useScrollToOutput(panel, isBusy);
  const shownTab = isHidden ? 'result' : tab;
  const tracks = kind?.isStacked ? 1 : columns.length;
  const hasAdd = add !== false && !isHidden;
  const gridTemplateColumns = `repeat(${tracks}, var(--column))${hasAdd && !kind?.isStacked ? ' var(--add)' : ''}`;
  const count = results.filter(Boolean).length;
  const ended = columns.filter(({ run }) => run.status !== 'idle').length;
  return (
    <Panel ref={panel} className={styles.panel} aria-labelledby={`${id}-heading`}>
      <div className={styles.head}>
        <h2 id={`${id}-heading`} className={styles.title}>
          Comparison
        </h2>
        <Tabs<View>
          id={id}
          label="Show the results as"
          tabs={isHidden ? outputViews.slice(0, 1) : outputViews}
          value={shownTab}
          onChoose={setTab}
        />
        <Toolbar role="group" aria-label="Actions" className={styles.tools}>
          {kind?.column && first?.kind === 'text' && (
            <Switch checked={isMarked} onChange={() => setMarked(!isMarked)}>
              Differences
            </Switch>
          )}
          <Switch checked={isBlind} disabled={isBusy} onChange={() => view.setBlind(!isBlind)}>
            Blind
          </Switch>
          {isChat && <NewChat />}
          <ShareButtons getRun={view.describe} disabled={isHidden} saveLabel="Save runs" />
        </Toolbar>
      </div>
      <VisuallyHidden role="status">
        {ended > 0 && `${count} of ${counted(columns.length, 'model')} answered`}
      </VisuallyHidden>
      <TabPanel id={id} value={shownTab} className={styles.body}>
        <div
          ref={box}
          onScroll={isChat ? onScroll : undefined}
          tabIndex={0}
          role="group"
          aria-label="Results, side by side"
          className={styles.scroller}
        >
          <div className={styles.shared}>
            {view.isStale && <p className={styles.note}>Inputs changed since these runs.</p>}
            {isBlind && !isHidden && vote === undefined && (
              <p className={styles.note}>
                The next run hides the names of the models, in random order, until you pick a winner.
              </p>
            )}
            {view.canVote && (
              <div className={styles.vote}>
                <p>Which result is best?</p>
                <Button onClick={() => void voteFor(app, 'tie')}>Tie</Button>
              </div>
            )}
            {isChat && <Conversation inputs={view.inputs} end={view.sharedCount} />}
            {isChat && count > 1 && view.continued === undefined && (
              <p className={styles.note}>Each model continues with its own answers.</p>
            )}
            {vote !== undefined && <Votes vote={vote} columns={columns} />}
            {shownTab === 'result' && count > 1 && <Differences views={results} names={names} />}
          </div>
          <div
            ref={inner}
            className={classes(
              styles.columns,
              kind?.isStacked && styles.stacked,
              columns.length === 1 && styles.single,
            )}
            style={{ gridTemplateColumns }}
          >
            {columns.map((column, place) => (
              <Column
                // The browser would scroll to the column that it had snapped to, and give away its model.
                key={isHidden ? `place ${place}` : column.index}
                column={column}
                place={place}
                view={view}
                tab={shownTab}
                results={results}
                isMarked={isMarked}
                onRemove={() => {
                  view.remove(column.index);
                  box.current?.focus();
                }}
              />
            ))}
            {hasAdd && (
              <section aria-label="Add a model" className={classes(styles.column, styles.add)}>
                <h3>Add a model</h3>
                {add}
                {columns.length === 1 && (
                  <p className={styles.note}>Choose a model to compare on the same input, then run both.</p>
                )}
              </section>
            )}
          </div>
        </div>
      </TabPanel>
    </Panel>
  );
}

function NewChat() {
  const app = useApp();
  return (
    <IconButton
      label="New chat"
      icon={MessageSquarePlus}
      onClick={() => {
        cancelCompared(app);
        app.memory.compared.set(undefined);
        app.session.newChat();
      }}
    />
  );
}

/** The same array until an element changes. */
function useSame<Item>(next: readonly Item[]): readonly Item[] {
  const [last, setLast] = useState(next);
  const isSame = last.length === next.length && last.every((item, index) => item === next[index]);
  if (!isSame) setLast(next);
  return isSame ? last : next;
}

interface VotesProps {
  readonly vote: number | 'tie';
  readonly columns: readonly Compared[];
}

/** The outcome of a blind comparison, and how its models did in all of them. */
function Votes({ vote, columns }: VotesProps) {
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
