import {
  isRunning,
  getAttachmentKind,
  getAttachmentKinds,
  imageName,
  visibleLine,
  incompleteNote,
  isIncomplete,
  isFileInput,
  runSummary,
  visible,
  type ChatImage,
  type ChatPrompt,
  type Exchange,
  type MediaKind,
} from '@tryout/engine';
import { ImagePlus, X } from 'lucide-react';
import { useRef, useState, memo, useEffect } from 'react';
import { useDroppedFiles, readMediaFile } from '../../../fields/file/files.ts';
import { LongTextArea } from '../../../fields/text/text-field.tsx';
import { useImage } from '../../../lib/images.ts';
import { Text } from '../../../results/text/text.tsx';
import { useSession, useSessionState } from '../../../state/app-context.ts';
import { FileButton, IconButton, Toolbar } from '../../../ui/button.tsx';
import { CopyButton } from '../../../ui/copy-button.tsx';
import { Disclosure } from '../../../ui/disclosure.tsx';
import { FailureNote } from '../../../ui/failure-note.tsx';
import { FactLine } from '../../../ui/panel.tsx';
import { SCROLL_NEXT } from '../output/use-output-panel.ts';
import styles from './chat.module.css';

/** The instructions for all answers of a conversation. */
export function SystemPrompt() {
  const session = useSession();
  const system = useSessionState(({ chat }) => chat.system);
  const disabled = useSessionState(isRunning);
  return (
    <Disclosure title="System prompt" summary={system === '' ? 'none' : visibleLine(system.slice(0, 200))}>
      <LongTextArea
        aria-label="System prompt"
        rows={2}
        dir="auto"
        value={system}
        disabled={disabled}
        onText={(text) => session.changeChat({ system: text })}
      />
    </Disclosure>
  );
}

/** The files of the next message, for models that take them. */
export function MessageImages() {
  const kinds = getAttachmentKinds(useSessionState(({ chatSupport }) => chatSupport));
  return kinds.length > 0 && <Images kinds={kinds} />;
}

function Images({ kinds }: { readonly kinds: readonly MediaKind[] }) {
  const session = useSession();
  const { chat, run } = useSessionState((state) => state);
  const { images } = chat;
  const disabled = isRunning({ run });
  const [error, setError] = useState<unknown>();
  const box = useRef<HTMLDivElement>(null);
  const change = (next: typeof images) => {
    setError(undefined);
    session.changeChat({ images: next });
  };
  const add = (file: File) => {
    const kind = kinds.find((each) => file.type.startsWith(each)) ?? kinds[0]!;
    readMediaFile(file, file.name, kind).then(
      (image) => change([...session.getSnapshot().chat.images, image]),
      setError,
    );
  };
  const isOver = useDroppedFiles({ box, disabled, onFile: add, onError: setError });
  return (
    <div ref={box} className={styles.images}>
      {images.map((image, index) => {
        const name = imageName(image);
        return (
          <div key={index} className={styles.attached}>
            <Thumbnail image={image} />
            <IconButton
              icon={X}
              label={`Remove ${visibleLine(name)}`}
              disabled={disabled}
              onClick={() => change(images.toSpliced(index, 1))}
            />
          </div>
        );
      })}
      <FileButton
        icon={ImagePlus}
        accept={kinds.map((kind) => `${kind}/*`).join()}
        disabled={disabled}
        onFile={add}
      >
        {kinds.join() === 'image'
          ? isOver
            ? 'Drop the image here'
            : 'Attach an image'
          : isOver
            ? 'Drop the file here'
            : 'Attach a file'}
      </FileButton>
      {error !== undefined && <FailureNote error={error} />}
    </div>
  );
}

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
            <FactLine facts={runSummary(result).map(visibleLine)} />
          </p>
        )}
      </div>
    </li>
  );
});

function Prompt({ prompt: { text, images } }: { readonly prompt: ChatPrompt }) {
  return (
    <div className={styles.prompt}>
      <h3 className={styles.you}>You</h3>
      <p dir="auto">{visible(text)}</p>
      {images.map((image, index) => (
        <Thumbnail key={index} image={image} />
      ))}
    </div>
  );
}

/** An image of a message; those at a URL are not loaded here. */
function Thumbnail({ image }: { readonly image: ChatImage }) {
  const preview = useImage(isFileInput(image) && getAttachmentKind(image) === 'image' ? image : undefined);
  const name = visibleLine(imageName(image));
  if (preview.status !== 'shown') return <p>{name}</p>;
  return <img className={styles.thumbnail} src={preview.url} alt={name} {...preview.size} />;
}
