import { InputError } from '@tryout/engine';
import { Camera, SwitchCamera } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { Button } from '../../lib/ui/button.tsx';
import { FailureNote } from '../../lib/ui/failure-note.tsx';
import { useMediaStream } from './use-media-stream.ts';
import styles from './media.module.css';

interface WebcamProps {
  /** Of the field's input, for its label. */
  readonly id: string;
  /** @param blob a JPEG */
  onPicture(blob: Blob): void;
  onClose(): void;
}

/** The camera's live picture, to take one of. The camera is off as soon as this is gone. */
export function Webcam({ id, onPicture, onClose }: WebcamProps) {
  const [camera, setCamera] = useState<string>();
  const { stream, error } = useMediaStream('camera', camera);
  const other = useOtherCamera(stream);
  const video = useRef<HTMLVideoElement>(null);
  const [isLive, setIsLive] = useState(false);
  const [failure, setFailure] = useState<unknown>();
  const take = useRef<HTMLButtonElement>(null);

  useEffect(() => {
    if (video.current && stream) video.current.srcObject = stream;
  }, [stream]);
  useEffect(() => {
    if (isLive) take.current?.focus();
  }, [isLive]);

  return (
    <div className={styles.webcam} onKeyDown={(event) => event.key === 'Escape' && onClose()}>
      {error || failure !== undefined ? (
        <FailureNote error={error ?? failure} />
      ) : (
        <video
          ref={video}
          className={styles.live}
          aria-label="Live picture of the camera"
          autoPlay
          muted
          playsInline
          onLoadedData={() => setIsLive(true)}
        />
      )}
      <div className={styles.actions}>
        {!error && (
          <Button
            ref={take}
            id={id}
            aria-label="Take picture"
            disabled={!isLive}
            onClick={() => void snapshot(video.current!).then(onPicture, setFailure)}
          >
            <Camera aria-hidden="true" size={16} />
            {isLive ? 'Take picture' : 'Opening the camera'}
          </Button>
        )}
        {other !== undefined && (
          <Button onClick={() => setCamera(other)}>
            <SwitchCamera aria-hidden="true" size={16} />
            Other camera
          </Button>
        )}
        <Button autoFocus onClick={onClose}>
          {error ? 'Close' : 'Cancel'}
        </Button>
      </div>
    </div>
  );
}

/** The id of the camera after the one in use; undefined where there is only one. Browsers tell once one is in use. */
function useOtherCamera(stream: MediaStream | undefined): string | undefined {
  const [other, setOther] = useState<string>();
  useEffect(() => {
    if (!stream) return;
    const now = stream.getVideoTracks()[0]?.getSettings().deviceId;
    navigator.mediaDevices.enumerateDevices().then(
      (devices) => {
        const ids = devices.filter(({ kind }) => kind === 'videoinput').map(({ deviceId }) => deviceId);
        const next = ids[(ids.indexOf(now ?? '') + 1) % ids.length];
        setOther(next === now || next === '' ? undefined : next);
      },
      () => setOther(undefined),
    );
  }, [stream]);
  return other;
}

/** Of 1; what cameras use themselves. */
const JPEG_QUALITY = 0.92;

/**
 * What a video shows at this moment, as a JPEG.
 * @throws InputError where the browser cannot make one
 */
function snapshot(video: HTMLVideoElement): Promise<Blob> {
  const canvas = document.createElement('canvas');
  canvas.width = video.videoWidth;
  canvas.height = video.videoHeight;
  canvas.getContext('2d')?.drawImage(video, 0, 0);
  return new Promise((resolve, reject) =>
    canvas.toBlob(
      (blob) =>
        blob ? resolve(blob) : reject(new InputError('No picture could be taken', { hint: 'Try again.' })),
      'image/jpeg',
      JPEG_QUALITY,
    ),
  );
}
