import {
  answerText,
  canRun,
  incompleteNote,
  mediaOf,
  resultJson,
  type RunResult,
  runSummary,
  visibleLine,
  withheldTokenNote,
} from '@tryout/engine';
import { RotateCcw } from 'lucide-react';
import { useSession, useSessionState } from '../../../lib/app-context.ts';
import { Button } from '../../../lib/ui/button.tsx';
import { CopyButton } from '../../../lib/ui/copy-button.tsx';
import { FactLine } from '../../../lib/ui/panel.tsx';
import { DownloadButton, downloadsOf } from '../../../results/parts/download-button.tsx';
import { beginRun } from '../begun-with.ts';
import { SENDING_WAY } from '../options/endpoint-input.tsx';
import type { Look } from './output.tsx';
import { GOES_ON } from './use-output-panel.ts';
import styles from './output.module.css';

interface ResultFootProps {
  readonly result: RunResult;
  readonly look: Look;
}

/** How to get a longer answer here. */
export function raiseInOptions(parameter: string): string {
  return `Raise ${parameter} under Options, Parameters.`;
}

/** Who gave a result and how, and what can be done with it. */
export function ResultFoot({ result, look }: ResultFootProps) {
  const session = useSession();
  const withheld = withheldTokenNote(session.connection(), result.request, SENDING_WAY);
  const incomplete = incompleteNote(result, raiseInOptions);
  return (
    <div className={styles.foot}>
      {incomplete !== undefined && <p className={styles.stale}>{visibleLine(incomplete)}</p>}
      <p className={styles.note}>
        <FactLine facts={runSummary(result.request, result).map(visibleLine)} />
      </p>
      {withheld !== undefined && <p className={styles.note}>{visibleLine(withheld)}</p>}
      <div className={styles.ways}>
        {/* The JSON has its own. */}
        {look === 'result' && <ResultActions result={result} />}
        <RunAgain />
      </div>
    </div>
  );
}

/** Takes a result along: its text or files, else JSON. */
function ResultActions({ result }: { readonly result: RunResult }) {
  const { view } = result;
  const isFile = mediaOf(view).length > 0;
  const all = downloadsOf(result);
  // The last one is the JSON, which has its own view.
  const downloads = all.length > 1 ? all.slice(0, -1) : all;
  return (
    <>
      {!isFile && <CopyButton text={() => (view.kind === 'text' ? answerText(view) : resultJson(result))} />}
      {downloads.map((download) => (
        <DownloadButton key={download.label} download={download} />
      ))}
    </>
  );
}

/** Runs what is filled in now once more. */
export function RunAgain() {
  const session = useSession();
  const isReady = useSessionState(canRun);
  return (
    <Button {...GOES_ON} disabled={!isReady} onClick={() => beginRun(session)}>
      <RotateCcw aria-hidden="true" size={16} />
      Run again
    </Button>
  );
}
