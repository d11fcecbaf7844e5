import { InputError } from '@tryout/engine';
import { useEffect, useState } from 'react';

/** What is asked for, in words. */
type Device = 'camera' | 'microphone';

/** A device in use, or why it cannot be. */
interface LiveStream {
  readonly stream?: MediaStream;
  readonly error?: InputError;
}

/** Of a phone's cameras the one that looks away from the person comes first. */
function wanted(device: Device, id: string | undefined): MediaStreamConstraints {
  if (device === 'microphone') return { audio: true };
  return { video: id === undefined ? { facingMode: { ideal: 'environment' } } : { deviceId: { exact: id } } };
}

/**
 * Opens a device as long as the component is there; every way of leaving switches it off. Neither: still asking.
 * @param id of one of several cameras
 */
export function useMediaStream(device: Device, id?: string): LiveStream {
  const [live, setLive] = useState<LiveStream>({});
  useEffect(() => {
    let isWanted = true;
    let open: MediaStream | undefined;
    const end = () => open?.getTracks().forEach((track) => track.stop());
    openDevice(wanted(device, id)).then(
      (stream) => {
        open = stream;
        if (!isWanted) return end();
        setLive({ stream });
        // What was recorded until then is kept; a picture that stands still is not what the camera shows.
        if (device === 'camera') onEnded(stream, () => isWanted && setLive({ error: switchedOff }));
      },
      (error: unknown) => isWanted && setLive({ error: inWords(error, device) }),
    );
    return () => {
      isWanted = false;
      end();
    };
  }, [device, id]);
  return live;
}

const switchedOff = new InputError('The camera was switched off', {
  hint: 'It may have been unplugged. Open it again, or choose a file.',
});

/** Browsers say so when a device is gone, or when the person takes the permission back; not when a page ends it. */
function onEnded(stream: MediaStream, told: () => void): void {
  for (const track of stream.getTracks()) track.addEventListener('ended', told, { once: true });
}

async function openDevice(constraints: MediaStreamConstraints): Promise<MediaStream> {
  // Missing on pages that came over plain http from elsewhere.
  const devices = navigator.mediaDevices as MediaDevices | undefined;
  if (!devices) throw new DOMException('', 'SecurityError');
  return devices.getUserMedia(constraints);
}

/** Names by the specification of Media Capture and Streams, getUserMedia. */
function inWords(error: unknown, device: Device): InputError {
  const name = error instanceof DOMException ? error.name : '';
  const hint = 'Or choose a file.';
  if (name === 'NotAllowedError')
    return new InputError(`This page may not use the ${device}`, {
      hint: `Allow it in your browser's settings for this page. ${hint}`,
      cause: error,
    });
  if (name === 'NotFoundError' || name === 'OverconstrainedError')
    return new InputError(`No ${device} was found`, { hint: `Connect one. ${hint}`, cause: error });
  if (name === 'SecurityError')
    return new InputError(`Browsers give no ${device} to a page that came over plain http`, {
      hint: `Open it over https. ${hint}`,
      cause: error,
    });
  return new InputError(`The ${device} cannot be used now`, {
    hint: `Another program may be using it. ${hint}`,
    cause: error,
  });
}
