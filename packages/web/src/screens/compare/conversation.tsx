import { visible, type TaskInputs } from '@tryout/engine';
import { Text } from '../../results/text/text.tsx';
import { useSessionState } from '../../state/app-context.ts';
import styles from './compare.module.css';

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
