import {
  incompleteNote,
  isIncomplete,
  isFileInput,
  pictureName,
  runSummary,
  visible,
  visibleLine,
  type ChatPicture,
  type ChatPrompt,
  type Exchange,
} from '@tryout/engine';
import { memo, useEffect, useRef } from 'react';
import { usePicture } from '../../../lib/pictures.ts';
import { Toolbar } from '../../../ui/button.tsx';
import { CopyButton } from '../../../ui/copy-button.tsx';
import { FactLine } from '../../../ui/panel.tsx';
import { Text } from '../../../results/text/text.tsx';
import { SCROLL_NEXT } from '../output/use-output-panel.ts';
import styles from './chat.module.css';

interface TurnsProps {
  readonly exchanges: readonly Exchange[];
  /** The message whose answer is shown below. */
  readonly pending?: ChatPrompt | undefined;
}

/** The conversation so far. A restored one opens at its end. */
export function Turns({ exchanges, pending }: TurnsProps) {
  const list = useRef<HTMLOListElement>(null);
  const isRestored = useRef(!pending);
  useEffect(() => {
    if (isRestored.current) list.current?.scrollIntoView({ block: 'end' });
  }, []);
  return (
    <ol ref={list} className={styles.turns} aria-label="Conversation">
      {exchanges.map((exchange, index) => (
        <Turn key={index} exchange={exchange} />
      ))}
      {pending && (
        <li className={styles.pending} {...(exchanges.length > 0 && SCROLL_NEXT)}>
          <Prompt prompt={pending} />
        </li>
      )}
    </ol>
  );
}

const Turn = memo(function Turn({ exchange }: { readonly exchange: Exchange }) {
  const { prompt, answer, view, result } = exchange;
  const note = isIncomplete(exchange)
    ? 'The answer is incomplete: it was canceled or interrupted.'
    : result && incompleteNote(result, () => '');
  return (
    <li className={styles.turn}>
      <Prompt prompt={prompt} />
      <Text view={view} />
      <div className={styles.facts}>
        {note !== undefined && <p>{visibleLine(note)}</p>}
        <Toolbar>
          <CopyButton content={() => answer} />
        </Toolbar>
        {result && (
          <p>
            <FactLine facts={runSummary(result.request, result).map(visibleLine)} />
          </p>
        )}
      </div>
    </li>
  );
});

function Prompt({ prompt: { text, pictures } }: { readonly prompt: ChatPrompt }) {
  return (
    <div className={styles.prompt}>
      <h3 className={styles.you}>You</h3>
      <p dir="auto">{visible(text)}</p>
      {pictures.map((picture, index) => (
        <Thumbnail key={index} picture={picture} />
      ))}
    </div>
  );
}

/** A picture of a message; those at a URL are not loaded here. */
export function Thumbnail({ picture }: { readonly picture: ChatPicture }) {
  const shown = usePicture(isFileInput(picture) ? picture : undefined);
  const name = visibleLine(pictureName(picture));
  if (shown.status !== 'shown') return <p>{name}</p>;
  return <img className={styles.thumbnail} src={shown.url} alt={name} {...shown.size} />;
}
