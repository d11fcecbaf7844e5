import {
  answerText,
  getAnswer,
  getMedia,
  hasContent,
  policies,
  resultJson,
  type RunState,
  type StoredRun,
} from '@tryout/engine';
import { Columns2, FileDown, Link, Rows3, Share2 } from 'lucide-react';
import { useMemo, type Ref } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import {
  DownloadButton,
  getDownload,
  getJsonDownload,
  getResultImage,
} from '../../results/parts/download.tsx';
import { useApp, useSession, useSessionState } from '../../state/app-context.ts';
import { copyRunLink, getCurrentForm, getCurrentRun, saveRun } from '../../state/run-files.ts';
import { toBatchPath, toComparisonPath } from '../../state/routes.ts';
import { Button, IconButton, Toolbar } from '../../ui/button.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import styles from './output.module.css';

export const outputViews = [
  { id: 'result', label: 'Result' },
  { id: 'json', label: 'JSON' },
  { id: 'code', label: 'Code' },
] as const;

export type View = (typeof outputViews)[number]['id'];

interface OutputToolbarProps {
  readonly view: View;
  /** Where the code puts its own buttons to copy and download. */
  readonly slot: Ref<HTMLElement>;
}

/** Copies, downloads, shares and saves what the tab shows: always the same buttons in the same place. */
export function OutputToolbar({ view, slot }: OutputToolbarProps) {
  const session = useSession();
  const run = useSessionState((state) => state.run);
  const { result, status } = run;
  const hasInputs = useSessionState((state) => Object.values(state.values).some(hasContent));
  // The code is of the inputs as they are now.
  const isRun = view !== 'code' && status !== 'idle';
  const isDisabled = !isRun && !hasInputs;
  const getRun = () => (isRun ? getCurrentRun(session) : getCurrentForm(session));
  return (
    <Toolbar role="group" aria-label="Actions" className={styles.toolbar}>
      <CompareButton />
      <BatchButton />
      <span ref={slot} className={styles.slot} />
      {view !== 'code' && <ResultButtons run={run} isJson={view === 'json'} />}
      <ShareButtons
        getRun={getRun}
        disabled={isDisabled}
        canShareResult={isRun && result !== undefined && getMedia(result.view).length === 0}
      />
    </Toolbar>
  );
}

interface ShareButtonsProps {
  /** The run, or the runs of a comparison. */
  getRun(): Promise<StoredRun | readonly StoredRun[]>;
  readonly disabled: boolean;
  /** Whether the result fits into a link; undefined without a button for it. */
  readonly canShareResult?: boolean;
  readonly saveLabel?: string;
}

/** Copies links to a run, and saves it. */
export function ShareButtons({
  getRun,
  disabled,
  canShareResult,
  saveLabel = 'Save run',
}: ShareButtonsProps) {
  const { notices } = useApp();
  const share = (hasResult: boolean) => void copyRunLink(getRun(), hasResult).then(notices.show);
  return (
    <>
      <IconButton
        label="Copy link"
        data-action=""
        icon={Link}
        disabled={disabled}
        onClick={() => share(false)}
      />
      {canShareResult !== undefined && (
        <IconButton
          label="Share with result"
          data-action=""
          icon={Share2}
          disabled={!canShareResult}
          onClick={() => share(true)}
        />
      )}
      <IconButton
        label={saveLabel}
        data-action=""
        icon={FileDown}
        disabled={disabled}
        onClick={() => void saveRun(getRun()).then(notices.show)}
      />
    </>
  );
}

interface ResultButtonsProps {
  readonly run: RunState;
  readonly isJson: boolean;
}

/** Copies and downloads the result: its text or file, or otherwise its JSON. Copies what arrived instead of one, too. */
export function ResultButtons({ run: { result, partial }, isJson }: ResultButtonsProps) {
  const download = useMemo(
    () => result && (isJson ? getJsonDownload(result) : getDownload(result)),
    [result, isJson],
  );
  const image = result && !isJson ? getResultImage(result.view) : undefined;
  const isSound = result !== undefined && !isJson && !image && getMedia(result.view).length > 0;
  const received = result || !partial ? '' : answerText(partial);
  const getText = () => received || ((isJson ? undefined : getAnswer(result!.view)) ?? resultJson(result!));
  return (
    <>
      <CopyButton isIconOnly content={image ?? getText} disabled={(!result && received === '') || isSound} />
      <DownloadButton isIconOnly download={download} />
    </>
  );
}

/** Adds a column for another model next to the result. */
export function CompareButton() {
  const navigate = useNavigate();
  const session = useSession();
  const canCompare = useSessionState(
    ({ model, choices }) => model !== undefined && choices.endpointUrl === undefined,
  );
  function compare(): void {
    const { task, model, choices } = session.getSnapshot();
    const provider = policies.some((policy) => policy === choices.provider) ? undefined : choices.provider;
    void navigate(toComparisonPath(task!.id, [{ model: model!, provider }]));
  }
  return (
    canCompare && (
      <Button isCollapsible icon={Columns2} title="Add a model to compare" onClick={compare}>
        Compare
      </Button>
    )
  );
}

/** Runs the model on a table or on many files. */
export function BatchButton() {
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  return (
    <Button
      isCollapsible
      data-action=""
      icon={Rows3}
      title="Run on many rows"
      onClick={() => void navigate(toBatchPath(pathname + search, ''))}
    >
      Run on many rows
    </Button>
  );
}
