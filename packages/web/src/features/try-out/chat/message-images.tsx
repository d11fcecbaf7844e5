import { imageName, isRunning, visibleLine } from '@tryout/engine';
import { ImagePlus, X } from 'lucide-react';
import { useRef, useState } from 'react';
import { useDroppedFiles, readMediaFile } from '../../../fields/file/files.ts';
import { useSession, useSessionState } from '../../../state/app-context.ts';
import { FileButton, IconButton } from '../../../ui/button.tsx';
import { FailureNote } from '../../../ui/failure-note.tsx';
import { Thumbnail } from './turn.tsx';
import styles from './chat.module.css';

/** The images of the next message, for models that take them. */
export function MessageImages() {
  return useSessionState(({ chatSupport }) => chatSupport === 'images') && <Images />;
}

function Images() {
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
    readMediaFile(file, file.name, 'image').then(
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
      <FileButton icon={ImagePlus} accept="image/*" disabled={disabled} onFile={add}>
        {isOver ? 'Drop the image here' : 'Attach an image'}
      </FileButton>
      {error !== undefined && <FailureNote error={error} />}
    </div>
  );
}
