import { InputError } from '@tryout/engine';
import { Camera, SwitchCamera } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { Button } from '../../lib/ui/button.tsx';
import { FailureNote } from '../../lib/ui/failure-note.tsx';
import { useLoaded } from '../../lib/use-loaded.ts';
import { useMediaStream, type RecorderProps } from './use-media-stream.ts';
import styles from './media.module.css';

/** From 0 to 1. */
const JPEG_QUALITY = 0.92;

/** Takes a picture with the camera, which stays on while the component is mounted. */
export function Webcam({ id, onRecorded, onClose }: RecorderProps) {
  const [cameraId, setCameraId] = useState<string>();
  const { stream, error } = useMediaStream('camera', cameraId);
  const { last: nextCamera } = useLoaded(stream, cameraAfter);
  const video = useRef<HTMLVideoElement>(null);
  const [isLive, setIsLive] = useState(false);
  const [failure, setFailure] = useState<unknown>();
  const takeButton = useRef<HTMLButtonElement>(null);

  useEffect(() => {
    if (video.current && stream) video.current.srcObject = stream;
  }, [stream]);
  useEffect(() => {
    if (isLive) takeButton.current?.focus();
  }, [isLive]);

  function take() {
    setFailure(undefined);
    snapshot(video.current!).then((blob) => onRecorded(blob, 'camera.jpg'), setFailure);
  }
  return (
    <div className={styles.recorder} onKeyDown={(event) => event.key === 'Escape' && onClose()}>
      {(error || failure !== undefined) && <FailureNote error={error ?? failure} />}
      {!error && (
        <video
          ref={video}
          className={styles.live}
          aria-label="Camera preview"
          autoPlay
          muted
          playsInline
          onLoadedData={() => setIsLive(true)}
        />
      )}
      <div className={styles.actions}>
        {!error && (
          <Button
            icon={Camera}
            ref={takeButton}
            id={id}
            aria-label="Take photo"
            disabled={!isLive}
            onClick={take}
          >
            {isLive ? 'Take photo' : 'Opening the camera'}
          </Button>
        )}
        {nextCamera !== undefined && (
          <Button icon={SwitchCamera} onClick={() => setCameraId(nextCamera)}>
            Switch camera
          </Button>
        )}
        <Button autoFocus onClick={onClose}>
          {error ? 'Close' : 'Cancel'}
        </Button>
      </div>
    </div>
  );
}

/** ID of the camera after the current one; undefined if there is only one. */
async function cameraAfter(stream: MediaStream): Promise<string | undefined> {
  const current = stream.getVideoTracks()[0]?.getSettings().deviceId;
  const devices = await navigator.mediaDevices.enumerateDevices();
  const ids = devices.filter(({ kind }) => kind === 'videoinput').map(({ deviceId }) => deviceId);
  const id = ids[(ids.indexOf(current ?? '') + 1) % ids.length];
  return id === current || id === '' ? undefined : id;
}

/** @throws InputError */
async function snapshot(video: HTMLVideoElement): Promise<Blob> {
  try {
    const canvas = new OffscreenCanvas(video.videoWidth, video.videoHeight);
    canvas.getContext('2d')!.drawImage(video, 0, 0);
    return await canvas.convertToBlob({ type: 'image/jpeg', quality: JPEG_QUALITY });
  } catch (cause) {
    throw new InputError('Could not take the photo', { hint: 'Try again.', cause });
  }
}
