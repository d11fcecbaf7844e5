import {
  incompleteNote,
  isRunning,
  type RunState,
  runSummary,
  type SessionState,
  spokenWaitingWords,
} from '@tryout/engine';
import { useId, useRef, useState } from 'react';
import { useSession, useSessionState } from '../../../lib/app-context.ts';
import { Panel, VisuallyHidden } from '../../../lib/ui/panel.tsx';
import { JsonView } from '../../../results/json-view.tsx';
import { ResultView } from '../../../results/result-view.tsx';
import { Text } from '../../../results/text/text.tsx';
import { hasChangedSince } from '../begun-with.ts';
import { BrokenRun } from './broken-run.tsx';
import { Progress } from './progress.tsx';
import { raiseInOptions, ResultFoot } from './result-foot.tsx';
import { GOES_ON, useFollowedFocus, useInView, useKeptHeight } from './use-output-panel.ts';
import { usePacedState } from './use-paced-state.ts';
import styles from './output.module.css';

export interface OutputProps {
  /** Puts the person before the address of an endpoint. */
  onEndpoint(): void;
}

/** What comes of the run: how it goes, its text as it streams in, its result, or why there is none. */
export function Output({ onEndpoint }: OutputProps) {
  const session = useSession();
  const run = usePacedState((state) => state.run);
  const isBusy = usePacedState(isRunning);
  const said = usePacedState(saidOf);
  const isStale = useSessionState((state) => hasChangedSince(session, state));
  const [look, setLook] = useState<Look>('result');
  const heading = useId();
  const body = useId();
  const panel = useRef<HTMLElement>(null);
  useInView(panel, isBusy);
  const minHeight = useKeptHeight(panel, isBusy);
  const { status, text, result } = run;
  const followed = useFollowedFocus(panel, status);
  return (
    <Panel
      ref={panel}
      className={styles.output}
      style={{ minHeight }}
      aria-labelledby={heading}
      {...followed}
    >
      <OutputHead
        id={heading}
        controls={body}
        look={look}
        {...(result ? { onLook: setLook } : {})}
        isError={status === 'error' && text === ''}
        isBusy={isBusy}
      />
      <VisuallyHidden role="status">{said}</VisuallyHidden>
      {isBusy && <Progress />}
      {result && isStale && (
        <p className={styles.stale}>
          Something was changed since: this is the output of what was there before.
        </p>
      )}
      <div id={body} className={styles.body}>
        <OutputBody run={run} look={look} />
      </div>
      {(status === 'error' || status === 'canceled') && <BrokenRun onEndpoint={onEndpoint} />}
      {result && <ResultFoot result={result} look={look} />}
    </Panel>
  );
}

/** What a screen reader says of the run; of a result not the whole, which may be long. */
function saidOf(state: SessionState): string {
  const { status, result } = state.run;
  if (isRunning(state)) return spokenWaitingWords(state);
  if (result) {
    const summary = `The result is there: ${runSummary(result.request, result).join(', ')}`;
    return [summary, incompleteNote(result, raiseInOptions)].filter(Boolean).join('. ');
  }
  return status === 'canceled' ? 'Canceled' : '';
}

/** The result as far as there is one, or the text that has come so far. */
function OutputBody({ run, look }: { readonly run: RunState; readonly look: Look }) {
  const { status, text, reasoning, result } = run;
  if (status === 'idle') return <p className={styles.empty}>The result appears here.</p>;
  if (result && look === 'json') return <JsonView result={result} />;
  // A text that has been read as it came stays where it is when it is whole.
  const whole = result?.view.kind === 'text' ? result.view : undefined;
  if ((text !== '' || reasoning !== undefined) && (!result || whole)) {
    const soFar = { text, ...(reasoning === undefined ? {} : { reasoning }) };
    return <Text view={whole ?? soFar} isGrowing={status === 'streaming'} />;
  }
  return result ? <ResultView view={result.view} /> : null;
}

/** A result as it is drawn, or as raw JSON. */
export type Look = 'result' | 'json';

const looks = [
  { value: 'result', label: 'Result' },
  { value: 'json', label: 'JSON' },
] as const;

interface OutputHeadProps {
  readonly id: string;
  /** Id of what the look changes. */
  readonly controls: string;
  readonly look: Look;
  /** Where there is a result, which can be looked at in two ways. */
  onLook?(look: Look): void;
  readonly isError: boolean;
  readonly isBusy: boolean;
}

/** The heading of the output, with the two looks of a result. */
function OutputHead({ id, controls, look, onLook, isError, isBusy }: OutputHeadProps) {
  return (
    <div className={styles.head}>
      <h2 id={id} tabIndex={-1} {...(isBusy && GOES_ON)}>
        {isError ? 'Error' : 'Output'}
      </h2>
      {onLook && (
        <ViewSwitch<Look>
          label="Show the output as"
          options={looks}
          value={look}
          controls={controls}
          onChange={onLook}
        />
      )}
    </div>
  );
}

interface ViewSwitchProps<Value extends string> {
  /** What is switched. */
  readonly label: string;
  readonly options: readonly { readonly value: Value; readonly label: string }[];
  readonly value: Value;
  /** Id of what it changes. */
  readonly controls: string;
  onChange(value: Value): void;
}

/** One of a few views, all of them one click away. */
function ViewSwitch<Value extends string>({
  label,
  options,
  value,
  controls,
  onChange,
}: ViewSwitchProps<Value>) {
  return (
    <div role="group" aria-label={label} className={styles.switch}>
      {options.map((option) => (
        <button
          key={option.value}
          type="button"
          aria-pressed={option.value === value}
          aria-controls={controls}
          className={styles.option}
          onClick={() => onChange(option.value)}
        >
          {option.label}
        </button>
      ))}
    </div>
  );
}
