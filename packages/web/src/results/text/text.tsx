import { answerText, emptyAnswerText, otherPartsJson, refusalText, toolCallsJson } from '@tryout/engine';
import { ChevronRight } from 'lucide-react';
import { JsonBlock } from '../json-view.tsx';
import { Note } from '../parts/note.tsx';
import type { ResultProps } from '../result-props.ts';
import { StreamedText } from './streamed-text.tsx';
import styles from './text.module.css';

interface TextProps extends ResultProps<'text'> {
  readonly isGrowing?: boolean;
}

/** Generated text with its reasoning, tool calls and everything else in the answer. */
export function Text({ view, isGrowing = false }: TextProps) {
  const { text, reasoning, refusal, otherParts, toolCalls, otherAnswers = [], isMarkdown } = view;
  const isMissing = answerText(view) === '' && !isGrowing;
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
      {text !== '' && <StreamedText text={text} label="Text" isGrowing={isGrowing} isMarkdown={isMarkdown} />}
      {isMissing && <Note>{emptyAnswerText(view)}</Note>}
      {refusal !== undefined && (
        <StreamedText text={refusalText(refusal)} label="Refusal" isGrowing={false} />
      )}
      {otherParts !== undefined && (
        <section className={styles.toolCalls}>
          <h3>Other parts</h3>
          <JsonBlock label="Other parts" json={otherPartsJson(view)} />
        </section>
      )}
      {toolCalls !== undefined && (
        <section className={styles.toolCalls}>
          <h3>Tool calls</h3>
          <JsonBlock label="Tool calls" json={toolCallsJson(view)} />
        </section>
      )}
      {otherAnswers.map((other, index) => (
        <section key={index} className={styles.toolCalls}>
          <h3>Answer {index + 2}</h3>
          <Text view={other} />
        </section>
      ))}
    </>
  );
}
