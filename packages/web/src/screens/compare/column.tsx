import {
  comparedFacts,
  incompleteNote,
  isRunning,
  visible,
  visibleLine,
  type ResultView,
  type Session,
  type TaskInputs,
} from '@tryout/engine';
import { Square, Trophy, X } from 'lucide-react';
import { useId, useMemo, useState } from 'react';
import { getComparedKind } from '../../results/compared/kinds.tsx';
import { useApp, useSessionState } from '../../state/app-context.ts';
import { cancelOne, voteFor } from '../../state/comparison.ts';
import { RunScope } from '../../state/run-scope.tsx';
import { classes } from '../../lib/classes.ts';
import { Button, IconButton, Toolbar } from '../../ui/button.tsx';
import { Select } from '../../ui/inputs.tsx';
import { FactLine } from '../../ui/panel.tsx';
import { Code, OutputBody, Progress } from '../../parts/output/output.tsx';
import { ResultButtons, type View } from '../../parts/output/output-toolbar.tsx';
import { raiseInOptions, RunFailure } from '../../parts/output/run-end.tsx';
import type { Compared, ComparisonView } from './use-comparison.ts';
import styles from './compare.module.css';
import { Text } from '../../results/text/text.tsx';

interface ColumnProps {
  readonly column: Compared;
  /** Among the columns. */
  readonly place: number;
  readonly view: ComparisonView;
  readonly tab: View;
  /** Of all columns. */
  readonly results: readonly (ResultView | undefined)[];
  readonly isMarked: boolean;
  onRemove(): void;
}

/** A model with its run. */
export function Column(props: ColumnProps) {
  const { column, place, view, tab, results, isMarked, onRemove } = props;
  const { candidate, run, index, name } = column;
  const { model, provider, parameters } = candidate;
  const app = useApp();
  const { session } = app;
  const choices = useSessionState((state) => state.choices);
  const formParameters = useSessionState((state) => state.parameters);
  const heading = useId();
  const [slot, setSlot] = useState<HTMLElement | null>(null);
  const state = useMemo(
    () => ({
      model,
      run,
      parameters: parameters ?? formParameters,
      choices: { ...choices, provider, endpointUrl: undefined },
    }),
    [model, run, parameters, formParameters, choices, provider],
  );
  const actions: Partial<Session> = {
    cancel: () => cancelOne(app, column),
    run: () => Promise.resolve(),
    // An endpoint has no place in a comparison.
    setChoices(next) {
      if (next.endpointUrl === undefined)
        return view.replace(index, { ...candidate, provider: next.provider });
      view.leaveWith(index);
      session.setChoices(next);
    },
  };
  const { status, result } = run;
  const { isHidden } = view;
  const note = result && incompleteNote(result, raiseInOptions);
  const facts = isHidden ? [] : comparedFacts(column);
  const hasFailed = status === 'failed' || status === 'canceled';
  return (
    <RunScope state={state} actions={actions}>
      <section
        aria-labelledby={heading}
        className={classes(styles.column, view.vote === index && styles.winner)}
      >
        <div className={styles.columnHead}>
          <div className={styles.names}>
            {view.vote === index && <Trophy aria-label="Winner" size={16} />}
            <h3 id={heading} title={isHidden ? undefined : model}>
              {name}
            </h3>
            {isRunning({ run }) && (
              <IconButton label={`Cancel ${name}`} icon={Square} onClick={() => cancelOne(app, column)} />
            )}
            {!isHidden && <IconButton label={`Remove ${name}`} icon={X} onClick={onRemove} />}
          </div>
          {!isHidden && (
            <ProviderSelect
              model={model}
              provider={provider}
              onChoose={(next) => view.replace(index, { ...candidate, provider: next })}
            />
          )}
          <p className={styles.facts}>
            <FactLine facts={facts.map(visibleLine)} />
          </p>
        </div>
        <div className={styles.columnBody}>
          {tab === 'code' ? (
            <Code toolbar={slot} />
          ) : (
            <>
              {(run.inputs?.chat?.exchanges.length ?? 0) > view.sharedCount && (
                <Conversation inputs={run.inputs} start={view.sharedCount} />
              )}
              {isRunning({ run }) && <Progress />}
              {result && tab === 'result' ? (
                <ColumnResult place={place} results={results} isMarked={isMarked} />
              ) : (
                <OutputBody view={tab} />
              )}
              {note !== undefined && <p className={styles.note}>{visibleLine(note)}</p>}
              {hasFailed && (isHidden ? <p>No result.</p> : <RunFailure />)}
            </>
          )}
          {(result || tab === 'code' || (hasFailed && run.partial)) && (
            <Toolbar className={styles.foot}>
              {view.canVote && result && (
                <Button icon={Trophy} onClick={() => void voteFor(app, index)}>
                  {name} is best
                </Button>
              )}
              {view.isChat && !isHidden && result && (
                <label className={styles.continue}>
                  <input
                    type="checkbox"
                    checked={view.continued === index}
                    onChange={({ target }) => view.continueWith(target.checked ? index : undefined)}
                  />
                  Continue with this answer
                </label>
              )}
              {!isHidden && <Button onClick={() => view.leaveWith(index)}>Use this model</Button>}
              <span ref={setSlot} />
              {tab !== 'code' && <ResultButtons run={run} isJson={tab === 'json'} />}
            </Toolbar>
          )}
        </div>
      </section>
    </RunScope>
  );
}

type ColumnResultProps = Pick<ColumnProps, 'place' | 'results' | 'isMarked'>;

/** A result with what differs from the others, or as it is. */
function ColumnResult({ place, results, isMarked }: ColumnResultProps) {
  const { kind } = results[place] ?? {};
  const views = results.filter((result) => result?.kind === kind);
  const Marked = kind && getComparedKind(kind).column;
  const isDifferent = isMarked && views.length > 1 && views.length === results.filter(Boolean).length;
  // A matrix is a result on its own.
  if (Marked && (isDifferent || kind !== 'text')) return <Marked views={results} names={[]} index={place} />;
  return <OutputBody view="result" />;
}

interface ProviderSelectProps {
  readonly model: string;
  readonly provider: string | undefined;
  onChoose(provider: string | undefined): void;
}

/** The provider, if there is a choice. */
function ProviderSelect({ model, provider, onChoose }: ProviderSelectProps) {
  const listed = useSessionState(({ models }) => models.models.find(({ name }) => name === model));
  const providers = [
    ...new Set([...(listed?.providers ?? []), ...(provider === undefined ? [] : [provider])]),
  ];
  if (providers.length < 2 && provider === undefined) return null;
  return (
    <Select
      aria-label={`Provider of ${visibleLine(model)}`}
      className={styles.provider}
      value={provider ?? ''}
      onChange={({ target }) => onChoose(target.value || undefined)}
    >
      <option value="">Any provider</option>
      {providers.map((name) => (
        <option key={name} value={name}>
          {visibleLine(name)}
        </option>
      ))}
    </Select>
  );
}

interface ConversationProps {
  /** What the last message was sent with. */
  readonly inputs: TaskInputs | undefined;
  /** The part of the conversation; the message follows the last exchange. */
  readonly start?: number;
  readonly end?: number;
}

/** Messages with their answers, and the one that is answered: those that all models have in common, or those of one. */
export function Conversation({ inputs, start = 0, end }: ConversationProps) {
  const task = useSessionState((state) => state.task);
  const current = useSessionState((state) => state.chat.exchanges);
  const exchanges = inputs?.chat?.exchanges ?? current;
  const message = inputs?.values[task?.conversation?.message ?? ''];
  const hasMessage = typeof message === 'string' && (end ?? exchanges.length) === exchanges.length;
  const earlier = exchanges.slice(start, end).map(({ prompt, ...answer }) => ({ text: prompt.text, answer }));
  const turns = hasMessage ? [...earlier, { text: message, answer: undefined }] : earlier;
  if (turns.length === 0) return null;
  return (
    <ol className="stack" aria-label="Conversation">
      {turns.map(({ text, answer }, index) => (
        <li key={index} className="stack tight">
          <p className={styles.prompt} dir="auto">
            {visible(text)}
          </p>
          {answer && <Text view={answer.view} result={answer.result} />}
        </li>
      ))}
    </ol>
  );
}
