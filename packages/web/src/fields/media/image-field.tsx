import { type FileInput, pictureFacts, visibleLine } from '@tryout/engine';
import { Camera, Image } from 'lucide-react';
import { useEffect, useState } from 'react';
import { blobOf, useObjectUrl } from '../../lib/blobs.ts';
import { isDrawable, LARGEST_PICTURE, type PictureSize, pictureSizeOf } from '../../lib/drawable-picture.ts';
import { Button } from '../../lib/ui/button.tsx';
import { InputFrame } from '../../lib/ui/inputs.tsx';
import { fieldIds, type FieldProps } from '../field-props.ts';
import { FileBox } from '../file/file-box.tsx';
import { useDevice, useMediaField } from '../file/use-media-field.ts';
import { BringBackButton, RefusalNote } from '../shared/refusal.tsx';
import { Webcam } from './webcam.tsx';
import styles from './media.module.css';

/** A picture: chosen, dropped, pasted, or taken with the camera. */
export function ImageField(props: FieldProps<'image'>) {
  const { name, field, value, disabled } = props;
  const media = useMediaField(props);
  const picture = usePicture(value);
  const ids = fieldIds(name);
  const camera = useDevice(value, ids.input);
  return (
    <InputFrame
      label={field.label}
      htmlFor={ids.input}
      {...(field.description && { hint: field.description })}
    >
      {camera.isOpen ? (
        <Webcam
          id={ids.input}
          onPicture={(blob) => {
            media.take(blob, 'camera.jpg');
            camera.close();
          }}
          onClose={camera.close}
        />
      ) : (
        <FileBox
          name={name}
          accept="image/*"
          what="picture"
          icon={Image}
          className={styles.box}
          chosen={value?.name}
          facts={value ? pictureFacts(value, picture?.size) : []}
          isReading={media.isReading}
          disabled={disabled}
          isInvalid={media.refusal !== undefined}
          onFile={(file) => media.take(file, file.name)}
          onRefused={media.refuse}
          onRemove={media.remove}
          actions={
            <>
              <Button disabled={disabled} onClick={camera.open}>
                <Camera aria-hidden="true" size={16} />
                Use camera
              </Button>
              <BringBackButton input={ids.input} disabled={disabled} onRestore={media.restore} />
            </>
          }
        >
          {value && <PicturePreview picture={picture} alt={`${field.label}: ${visibleLine(value.name)}`} />}
        </FileBox>
      )}
      <RefusalNote id={ids.note} refusal={camera.isOpen ? undefined : media.refusal} />
    </InputFrame>
  );
}

/** The picture that was chosen, or why it is not shown. Drawn by `<img>` alone (F29). */
export function PicturePreview({
  picture,
  alt,
}: {
  readonly picture: Picture | undefined;
  readonly alt: string;
}) {
  const url = useObjectUrl(picture?.blob);
  const [failed, setFailed] = useState<string>();
  const reason =
    url !== undefined && url === failed
      ? 'Your browser cannot show this picture; it is sent as it is.'
      : picture?.reason;
  return (
    <div className={styles.preview}>
      {reason !== undefined && <p className={styles.reason}>{reason}</p>}
      {reason === undefined && url !== undefined && (
        <img src={url} alt={alt} className={styles.picture} onError={() => setFailed(url)} />
      )}
    </div>
  );
}

/** What is known of a picture before it is decoded (F33). */
export interface Picture {
  /** Missing where its header does not tell. */
  readonly size?: PictureSize;
  /** What to show; missing where it is not shown. */
  readonly blob?: Blob;
  /** Why it is not shown. */
  readonly reason?: string;
}

/**
 * Reads a picture's header. What is too large to be unpacked, and what has no header that tells, is not shown; it can
 * be sent all the same.
 * @throws InputError for a file that has changed, LoadError
 */
export async function readPicture(file: FileInput): Promise<Picture> {
  const blob = await blobOf(file);
  const size = await pictureSizeOf(blob);
  if (!size) return { reason: 'This picture cannot be shown here; it is sent as it is.' };
  if (!isDrawable(size) || blob.size > LARGEST_PICTURE)
    return { size, reason: 'This picture is too large to be shown here; it is sent as it is.' };
  return { size, blob };
}

/** What is known of a file's picture; undefined while it is read. */
export function usePicture(file: FileInput | undefined): Picture | undefined {
  const [read, setRead] = useState<{ readonly file: FileInput; readonly picture: Picture }>();
  useEffect(() => {
    if (!file) return;
    let isWanted = true;
    void readPicture(file)
      .catch((error: unknown): Picture => ({
        reason: error instanceof Error ? error.message : String(error),
      }))
      .then((picture) => isWanted && setRead({ file, picture }));
    return () => void (isWanted = false);
  }, [file]);
  return read !== undefined && read.file === file ? read.picture : undefined;
}
