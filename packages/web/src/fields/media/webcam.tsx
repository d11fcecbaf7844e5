import { Camera, SwitchCamera } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { useLoaded } from '../../lib/hooks.ts';
import { RecorderBox, type RecorderProps, useMediaStream } from './device.tsx';
import styles from './media.module.css';

const JPEG_QUALITY = 0.92;

/** Takes an image with the camera, which stays on while the component is mounted. */
export default function Webcam({ id, onRecord, onClose }: RecorderProps) {
  const [cameraId, setCameraId] = useState<string>();
  const { stream, error } = useMediaStream('camera', cameraId);
  const { last: nextCamera } = useLoaded(stream, findNextCamera);
  const video = useRef<HTMLVideoElement>(null);
  const [isLive, setIsLive] = useState(false);

  useEffect(() => {
    if (video.current && stream) video.current.srcObject = stream;
  }, [stream]);

  return (
    <RecorderBox
      id={id}
      error={error}
      icon={Camera}
      label="Take photo"
      isReady={isLive}
      onClick={() => onRecord(takePhoto(video.current!))}
      actions={
        nextCamera !== undefined && (
          <Button icon={SwitchCamera} onClick={() => setCameraId(nextCamera)}>
            Switch camera
          </Button>
        )
      }
      onClose={onClose}
    >
      <video
        ref={video}
        className={styles.live}
        aria-label="Camera preview"
        autoPlay
        muted
        playsInline
        onLoadedData={() => setIsLive(true)}
      />
    </RecorderBox>
  );
}

/** ID of the camera after the current one; undefined if there is only one. */
async function findNextCamera(stream: MediaStream): Promise<string | undefined> {
  const current = stream.getVideoTracks()[0]?.getSettings().deviceId;
  const devices = await navigator.mediaDevices.enumerateDevices();
  const ids = devices.filter(({ kind }) => kind === 'videoinput').map(({ deviceId }) => deviceId);
  const id = ids[(ids.indexOf(current ?? '') + 1) % ids.length];
  return id === current || id === '' ? undefined : id;
}

async function takePhoto(video: HTMLVideoElement): Promise<File> {
  const canvas = new OffscreenCanvas(video.videoWidth, video.videoHeight);
  canvas.getContext('2d')!.drawImage(video, 0, 0);
  const blob = await canvas.convertToBlob({ type: 'image/jpeg', quality: JPEG_QUALITY });
  return new File([blob], 'camera.jpg', { type: 'image/jpeg' });
}
