import { InputError } from '@tryout/engine';
import type { LucideIcon } from 'lucide-react';
import { useEffect, useRef, type ReactNode, useState } from 'react';
import { classes } from '../../lib/classes.ts';
import { Button } from '../../ui/button.tsx';
import { FailureNote } from '../../ui/failure-note.tsx';
import styles from './media.module.css';

export interface RecorderProps {
  /** ID of the field's input, for its label. */
  readonly id: string;
  onRecord(file: Promise<File>): void;
  onClose(): void;
}

interface RecorderBoxProps extends Pick<RecorderProps, 'id' | 'onClose'> {
  /** Replaces the content. */
  readonly error: unknown;
  readonly className?: string | undefined;
  readonly children: ReactNode;
  readonly icon: LucideIcon;
  /** The main button, which gets the focus when the device is ready. */
  readonly label: string;
  readonly isReady: boolean;
  onClick(): void;
  readonly actions?: ReactNode;
}

/** A camera or microphone in place of a file. */
export function RecorderBox(props: RecorderBoxProps) {
  const { id, error, className, children, icon, label, isReady, onClick, actions, onClose } = props;
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (isReady) button.current?.focus();
  }, [isReady]);
  return (
    <div
      className={classes(styles.recorder, className)}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        // Does not also cancel a run.
        event.preventDefault();
        onClose();
      }}
    >
      {error === undefined ? children : <FailureNote error={error} />}
      <div className="wrap centered">
        {error === undefined && (
          <Button icon={icon} ref={button} id={id} aria-label={label} disabled={!isReady} onClick={onClick}>
            {label}
          </Button>
        )}
        {actions}
        <Button autoFocus onClick={onClose}>
          {error === undefined ? 'Cancel' : 'Close'}
        </Button>
      </div>
    </div>
  );
}

type Device = 'camera' | 'microphone';

/** An open device, or the error of opening it; empty while the browser asks for permission. */
interface LiveStream {
  readonly stream?: MediaStream;
  readonly error?: InputError;
}

/**
 * Opens a device while the component is mounted.
 * @param id device ID of a camera; by default the rear camera of a phone
 */
export function useMediaStream(device: Device, id?: string): LiveStream {
  const [live, setLive] = useState<LiveStream>({});
  useEffect(() => {
    let isMounted = true;
    let openStream: MediaStream | undefined;
    const stop = () => openStream?.getTracks().forEach((track) => track.stop());
    openDevice(device, id).then(
      (stream) => {
        openStream = stream;
        if (!isMounted) return stop();
        setLive({ stream });
        // Keeps the recording of a microphone; a camera would show a frozen image.
        if (device === 'camera')
          for (const track of stream.getTracks())
            track.addEventListener('ended', () => isMounted && setLive({ error: cameraError }));
      },
      (error: unknown) => isMounted && setLive({ error: createDeviceError(error, device) }),
    );
    return () => {
      isMounted = false;
      stop();
    };
  }, [device, id]);
  return live;
}

const cameraError = new InputError('The camera was switched off', {
  hint: 'It may have been unplugged. Open it again, or choose a file.',
});

async function openDevice(device: Device, id: string | undefined): Promise<MediaStream> {
  // Missing on pages over plain http.
  const devices = navigator.mediaDevices as MediaDevices | undefined;
  if (!devices) throw new DOMException('', 'SecurityError');
  if (device === 'microphone') return devices.getUserMedia({ audio: true });
  const video = id === undefined ? { facingMode: { ideal: 'environment' } } : { deviceId: { exact: id } };
  return devices.getUserMedia({ video });
}

/** Error names from Media Capture and Streams, getUserMedia. */
function createDeviceError(cause: unknown, device: Device): InputError {
  const createError = (message: string, advice: string) =>
    new InputError(message, { hint: `${advice} Or choose a file.`, cause });
  switch (cause instanceof DOMException ? cause.name : '') {
    case 'NotAllowedError':
      return createError(
        `Access to the ${device} was denied`,
        "Allow it in your browser's settings for this page.",
      );
    case 'NotFoundError':
    case 'OverconstrainedError':
      return createError(`No ${device} found`, 'Connect one.');
    case 'SecurityError':
      return createError(`Browsers block the ${device} on plain http pages`, 'Open this page over https.');
    default:
      return createError(`Could not open the ${device}`, 'Another app may be using it.');
  }
}
