import {
  answerText,
  canContinue,
  incompleteNote,
  isIncomplete,
  isRunning,
  runSummary,
  shortModelName,
  speedFacts,
  visible,
  visibleLine,
  type Exchange,
} from '@tryout/engine';
import { ArrowRight, ChevronLeft, ChevronRight, GitBranch, Pencil, RotateCcw } from 'lucide-react';
import { memo, useMemo, type MouseEvent } from 'react';
import { classes } from '../../lib/classes.ts';
import { DownloadButton, getDownload } from '../../results/parts/download.tsx';
import { Text } from '../../results/text/text.tsx';
import { useSession, useSessionState } from '../../state/app-context.ts';
import { Button, IconButton, Toolbar } from '../../ui/button.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { FactLine } from '../../ui/panel.tsx';
import { raiseInOptions } from '../../parts/output/run-end.tsx';
import { Thumbnail } from '../../parts/inputs/message-images.tsx';
import styles from './chat.module.css';

interface TurnProps {
  /** Its place in the conversation. */
  readonly at: number;
  readonly exchange: Exchange;
  readonly isLast: boolean;
  /** Whether it is answered now. */
  readonly isPending?: boolean;
  /** Whether an edited message replaces it. */
  readonly isDimmed?: boolean;
  onEdit(at: number): void;
}

/** A message with its answer, and what can be done with both. */
export const Turn = memo(function Turn(props: TurnProps) {
  const { at, exchange, isLast, isPending = false, isDimmed = false, onEdit } = props;
  const { prompt, view, result, model } = exchange;
  const isBusy = useSessionState(isRunning);
  const note =
    !isPending && isIncomplete(exchange)
      ? 'The answer is incomplete: it was canceled or interrupted.'
      : result && incompleteNote(result, isLast ? raiseInOptions : () => '');
  const isAnswered = !isPending || view.text !== '' || view.reasoning !== undefined;
  return (
    <li className={classes(styles.turn, isDimmed && 'soft')}>
      <div className={styles.prompt}>
        <h3 className={styles.name}>You</h3>
        <p dir="auto">{visible(prompt.text)}</p>
        {prompt.images.map((image, index) => (
          <Thumbnail key={index} image={image} />
        ))}
        {!isPending && (
          <Toolbar className={styles.promptTools}>
            <IconButton label="Edit message" icon={Pencil} disabled={isBusy} onClick={() => onEdit(at)} />
          </Toolbar>
        )}
      </div>
      {isAnswered && (
        <div className={styles.answer}>
          <h3 className={styles.name}>{visibleLine(shortModelName(model ?? 'Answer'))}</h3>
          <Text view={view} isGrowing={isPending} result={result} />
          {note !== undefined && <p className="note">{visibleLine(note)}</p>}
          {!isPending && <AnswerTools at={at} exchange={exchange} isLast={isLast} isBusy={isBusy} />}
        </div>
      )}
    </li>
  );
});

interface AnswerToolsProps extends Pick<TurnProps, 'at' | 'exchange' | 'isLast'> {
  readonly isBusy: boolean;
}

function AnswerTools({ at, exchange, isLast, isBusy }: AnswerToolsProps) {
  const session = useSession();
  const hasMore = useSessionState(canContinue) && isLast;
  const { result, view, answer, drafts } = exchange;
  const download = useMemo(() => result && getDownload(result), [result]);
  const facts = result ? [...runSummary(result).slice(1), ...speedFacts(result)] : [];
  return (
    <div className={styles.foot}>
      <Toolbar>
        {drafts && (
          <span role="group" aria-label="Drafts" className={styles.drafts}>
            <IconButton
              label="Previous draft"
              icon={ChevronLeft}
              disabled={isBusy || drafts.at === 0}
              onClick={() => session.showDraft(at, drafts.at - 1)}
            />
            <span role="status">{`${drafts.at + 1} of ${drafts.others.length + 1}`}</span>
            <IconButton
              label="Next draft"
              icon={ChevronRight}
              disabled={isBusy || drafts.at === drafts.others.length}
              onClick={() => session.showDraft(at, drafts.at + 1)}
            />
          </span>
        )}
        {hasMore && (
          <Button
            icon={ArrowRight}
            onClick={(event) => {
              focusMessages(event);
              void session.continueAnswer();
            }}
          >
            Continue
          </Button>
        )}
        <IconButton
          label="Answer again"
          icon={RotateCcw}
          disabled={isBusy}
          onClick={(event) => {
            focusMessages(event);
            void session.regenerate(at);
          }}
        />
        <CopyButton isIconOnly content={() => answerText(view) || answer} />
        {download && <DownloadButton isIconOnly download={download} />}
        <IconButton
          label="New chat from here"
          icon={GitBranch}
          disabled={isBusy}
          onClick={() => session.newChat(at + 1)}
        />
      </Toolbar>
      {facts.length > 0 && (
        <p className="note">
          <FactLine facts={facts.map(visibleLine)} />
        </p>
      )}
    </div>
  );
}

/** For when the clicked button disappears. */
function focusMessages({ currentTarget }: MouseEvent<HTMLElement>): void {
  currentTarget.closest<HTMLElement>('[role="group"][tabindex]')?.focus();
}
