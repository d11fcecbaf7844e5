import { isRunning, pictureName, visibleLine } from '@tryout/engine';
import { ImagePlus, X } from 'lucide-react';
import { useRef, useState } from 'react';
import { useDroppedFiles } from '../../../fields/file/dropped-files.ts';
import { mediaFile } from '../../../fields/file/read-file.ts';
import { LongTextArea } from '../../../fields/text/long-text-area.tsx';
import { useSession, useSessionState } from '../../../state/app-context.ts';
import { FileButton, IconButton } from '../../../ui/button.tsx';
import { Disclosure } from '../../../ui/disclosure.tsx';
import { FailureNote } from '../../../ui/failure-note.tsx';
import { Thumbnail } from './turns.tsx';
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

/** The pictures of the next message, for models that take them. */
export function MessagePictures() {
  return useSessionState(({ chatSupport }) => chatSupport === 'pictures') && <Pictures />;
}

function Pictures() {
  const session = useSession();
  const { chat, run } = useSessionState((state) => state);
  const { pictures } = chat;
  const disabled = isRunning({ run });
  const [error, setError] = useState<unknown>();
  const box = useRef<HTMLDivElement>(null);
  const change = (next: typeof pictures) => {
    setError(undefined);
    session.changeChat({ pictures: next });
  };
  const add = (file: File) => {
    mediaFile(file, file.name, 'image').then(
      (picture) => change([...session.getSnapshot().chat.pictures, picture]),
      setError,
    );
  };
  const isOver = useDroppedFiles({ box, disabled, onFile: add, onError: setError });
  return (
    <div ref={box} className={styles.pictures}>
      {pictures.map((picture, index) => {
        const name = pictureName(picture);
        return (
          <div key={index} className={styles.attached}>
            <Thumbnail picture={picture} />
            <IconButton
              icon={X}
              label={`Remove ${visibleLine(name)}`}
              disabled={disabled}
              onClick={() => change(pictures.toSpliced(index, 1))}
            />
          </div>
        );
      })}
      <FileButton icon={ImagePlus} accept="image/*" disabled={disabled} onFile={add}>
        {isOver ? 'Drop the image here' : 'Attach an image'}
      </FileButton>
      {error !== undefined && <FailureNote error={error} />}
    </div>
  );
}
