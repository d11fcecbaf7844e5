import {
  canContinue,
  canRun,
  isConversational,
  incompleteNote,
  getAnswer,
  getMedia,
  resultJson,
  runSummary,
  visibleLine,
  unsentTokenNote,
  type RunResult,
} from '@tryout/engine';
import { ArrowRight, FileDown, Link, Pencil, RotateCcw, X } from 'lucide-react';
import { useApp, useSession, useSessionState } from '../../../state/app-context.ts';
import { Button, IconButton, Toolbar } from '../../../ui/button.tsx';
import { CopyButton } from '../../../ui/copy-button.tsx';
import { getResultImage, DownloadButton, getDownload } from '../../../results/parts/download.tsx';
import { FactLine } from '../../../ui/panel.tsx';
import { copyRunLink, getCurrentRun, saveRun } from '../../../state/run-files.ts';
import { SEND_TOKEN_COMMAND } from '../options/destination.tsx';
import { FOCUS_NEXT } from './use-output-panel.ts';
import styles from './output.module.css';

/** How to get a longer answer in the web app. */
export function raiseInOptions(parameter: string): string {
  return `Increase ${parameter} under Parameters.`;
}

/**
 * Summary of a run that ended, notes, and buttons to copy, download and run again.
 * @param hasActions false for views with their own buttons
 */
export function RunFooter({ hasActions }: { readonly hasActions: boolean }) {
  const { session, notices } = useApp();
  const { result } = useSessionState((state) => state.run);
  const unsentToken = result && unsentTokenNote(session.connection(), result.run.route, SEND_TOKEN_COMMAND);
  const incomplete = result && incompleteNote(result, raiseInOptions);
  return (
    <div className={styles.footer}>
      {incomplete !== undefined && <p className={styles.stale}>{visibleLine(incomplete)}</p>}
      {result && (
        <p className={styles.note}>
          <FactLine facts={runSummary(result).map(visibleLine)} />
        </p>
      )}
      {unsentToken !== undefined && <p className={styles.note}>{visibleLine(unsentToken)}</p>}
      <Toolbar>
        {result && hasActions && <ResultActions result={result} />}
        <RunAgain />
        <div className={styles.share}>
          <IconButton
            label="Copy link"
            icon={Link}
            onClick={() => void copyRunLink(getCurrentRun(session)).then(notices.show)}
          />
          <IconButton
            label="Save run"
            icon={FileDown}
            onClick={() => void saveRun(getCurrentRun(session)).then(notices.show)}
          />
        </div>
      </Toolbar>
    </div>
  );
}

/** Copies and downloads the result: its text or files, or otherwise its JSON. */
function ResultActions({ result }: { readonly result: RunResult }) {
  const { view } = result;
  const download = getDownload(result);
  const image = getResultImage(view);
  return (
    <>
      {image ? (
        <CopyButton label="Copy image" content={image} />
      ) : (
        getMedia(view).length === 0 && <CopyButton content={() => getAnswer(view) ?? resultJson(result)} />
      )}
      <DownloadButton key={download.label} download={download} />
    </>
  );
}

/** Runs again with the current inputs; in a conversation, answers the last message again or continues the answer. */
function RunAgain() {
  const session = useSession();
  const state = useSessionState((now) => now);
  const isReady = canRun(state);
  const isAnswered = isConversational(state) && state.chat.exchanges.length > 0 && !isReady;
  return (
    <>
      {isAnswered && canContinue(state) && (
        <Button icon={ArrowRight} onClick={() => void session.continueAnswer()}>
          Continue
        </Button>
      )}
      <Button
        icon={RotateCcw}
        {...FOCUS_NEXT}
        disabled={!isReady && !isAnswered}
        onClick={() => void (isAnswered ? session.regenerate() : session.run())}
      >
        Run again
      </Button>
      {state.chat.editing && (
        <Button icon={X} onClick={session.cancelEdit}>
          Cancel edit
        </Button>
      )}
      {isAnswered && !state.chat.editing && (
        <Button icon={Pencil} onClick={() => session.editMessage()}>
          Edit message
        </Button>
      )}
    </>
  );
}
