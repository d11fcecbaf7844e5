import {
  getAttachmentKind,
  getAttachmentKinds,
  imageName,
  isFileInput,
  isRunning,
  visibleLine,
  type ChatImage,
  type MediaKind,
} from '@tryout/engine';
import { ImagePlus, X } from 'lucide-react';
import { useRef, useState } from 'react';
import { useDroppedFiles, readMediaFile } from '../../fields/file/files.ts';
import { useSession, useSessionState } from '../../state/app-context.ts';
import { FileButton, IconButton } from '../../ui/button.tsx';
import { FailureNote } from '../../ui/failure-note.tsx';
import { useImage } from '../../lib/images.ts';
import styles from './composer.module.css';

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
  const noun = kinds.join() === 'image' ? 'image' : 'file';
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
  const remove = (index: number) => {
    change(images.toSpliced(index, 1));
    // The next image takes over the button, unless it was the last one.
    if (index === images.length - 1) box.current?.querySelector('input')?.focus();
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
              onClick={() => remove(index)}
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
        {isOver ? `Drop the ${noun} here` : `Attach ${noun === 'image' ? 'an' : 'a'} ${noun}`}
      </FileButton>
      {error !== undefined && <FailureNote error={error} />}
    </div>
  );
}

/** An image of a message; those at a URL are not loaded here. */
export function Thumbnail({ image }: { readonly image: ChatImage }) {
  const preview = useImage(isFileInput(image) && getAttachmentKind(image) === 'image' ? image : undefined);
  const name = visibleLine(imageName(image));
  if (preview.status !== 'shown') return <p>{name}</p>;
  return <img className={styles.thumbnail} src={preview.url} alt={name} {...preview.size} />;
}
