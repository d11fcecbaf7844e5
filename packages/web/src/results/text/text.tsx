import {
  answerText,
  emptyAnswerText,
  otherPartsJson,
  refusalText,
  resultJson,
  toolCallsJson,
  spokenLength,
  visible,
  type RunResult,
} from '@tryout/engine';
import { ChevronRight } from 'lucide-react';
import { memo, useMemo, useState } from 'react';
import { classes } from '../../lib/classes.ts';
import { useScrollToEnd } from '../../lib/scroll-to-end.ts';
import { loadOnUse } from '../../ui/failure-note.tsx';
import { ScrollBox, VisuallyHidden } from '../../ui/panel.tsx';
import { JsonBlock } from '../json-view.tsx';
import { Note, type ResultProps } from '../parts/parts.tsx';
import { LongWords, splitBlocks } from './text-blocks.tsx';
import styles from './text.module.css';

interface TextProps extends ResultProps<'text'> {
  readonly isGrowing?: boolean;
  /** Of the answer. Its JSON is shown in place of the text if it fits a schema. */
  readonly result?: RunResult | undefined;
}

/** Generated text with its reasoning, tool calls and everything else in the answer. */
export function Text({ view, isGrowing = false, result }: TextProps) {
  const { text, reasoning, refusal, otherParts, toolCalls, otherAnswers = [], isMarkdown } = view;
  const answerJson = useMemo(() => (result?.parsed === undefined ? undefined : resultJson(result)), [result]);
  const isMissing = answerText(view) === '' && !isGrowing;
  const jsonParts = [
    ['Other parts', otherParts && otherPartsJson(view)],
    ['Tool calls', toolCalls && toolCallsJson(view)],
  ] as const;
  return (
    <>
      {reasoning !== undefined && (
        <details className={styles.reasoning} open={isMissing}>
          <summary>
            <ChevronRight aria-hidden="true" size={16} />
            Reasoning
          </summary>
          <StreamedText text={reasoning} label="Reasoning" isGrowing={isGrowing && text === ''} />
        </details>
      )}
      {answerJson !== undefined && <JsonBlock label="Answer" json={answerJson} />}
      {text !== '' && answerJson === undefined && (
        <StreamedText text={text} label="Text" isGrowing={isGrowing} isMarkdown={isMarkdown} />
      )}
      {isMissing && <Note>{emptyAnswerText(view)}</Note>}
      {refusal !== undefined && (
        <StreamedText text={refusalText(refusal)} label="Refusal" isGrowing={false} />
      )}
      {jsonParts.map(
        ([title, json]) =>
          json !== undefined && (
            <section key={title} className="stack tight">
              <h3>{title}</h3>
              <JsonBlock label={title} json={json} />
            </section>
          ),
      )}
      {otherAnswers.map((other, index) => (
        <section key={index} className="stack tight">
          <h3>Answer {index + 2}</h3>
          <Text view={other} />
        </section>
      ))}
    </>
  );
}

interface StreamedTextProps {
  readonly text: string;
  readonly label: string;
  readonly isGrowing: boolean;
  readonly isMarkdown?: boolean | undefined;
}

const Markdown = loadOnUse(() => import('./markdown.tsx'), PlainText);

/**
 * Plain text has a box that scrolls to the end while it grows, until the user scrolls back; an answer in Markdown is
 * part of the page, which stays at its beginning.
 */
function StreamedText({ text, label, isGrowing, isMarkdown = false }: StreamedTextProps) {
  // Stays true after the end: the last lines are laid out later, and the rest is announced.
  const [hasGrown] = useState(isGrowing);
  const { box, inner, onScroll } = useScrollToEnd(hasGrown);
  const content = (
    <div
      ref={inner}
      className={classes(styles.text, isGrowing && styles.growing)}
      dir="auto"
      aria-busy={isGrowing}
    >
      {isMarkdown ? <Markdown text={text} /> : <PlainText text={text} />}
    </div>
  );
  return (
    <div className={styles.frame}>
      {isMarkdown ? (
        content
      ) : (
        <ScrollBox wraps ref={box} aria-label={label} className={styles.box} onScroll={onScroll}>
          {content}
        </ScrollBox>
      )}
      {hasGrown && <SpokenText text={text} isGrowing={isGrowing} />}
    </div>
  );
}

function PlainText({ text }: { readonly text: string }) {
  const blocks = splitBlocks(text);
  return blocks.map((block, index) => <Block key={index} text={block} isFar={blocks.length > 3} />);
}

const Block = memo(function Block({ text, isFar }: { readonly text: string; readonly isFar: boolean }) {
  return (
    <div className={classes(styles.block, isFar && styles.far)}>
      <LongWords text={visible(text)} />
    </div>
  );
});

/** Announces growing text in complete sentences, and the rest at the end. */
function SpokenText({ text, isGrowing }: { readonly text: string; readonly isGrowing: boolean }) {
  const [piece, setPiece] = useState({ start: 0, end: 0 });
  const end = isGrowing ? spokenLength(text) : text.length;
  if (end !== piece.end) setPiece({ start: end > piece.end ? piece.end : 0, end });
  return (
    <VisuallyHidden role="log" aria-label="Live text">
      {text.slice(piece.start, piece.end)}
    </VisuallyHidden>
  );
}
