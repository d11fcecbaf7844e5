import { InputError } from '@tryout/engine';
import { useEffect, useState } from 'react';

/** What is asked for, in words. */
export type Device = 'camera' | 'microphone';

/** A device in use, or why it cannot be. */
export interface LiveStream {
  readonly stream?: MediaStream;
  readonly error?: InputError;
}

const wanted: Record<Device, MediaStreamConstraints> = {
  camera: { video: { facingMode: { ideal: 'environment' } } },
  microphone: { audio: true },
};

/** Opens a device as long as the component is there; every way of leaving switches it off. Neither: still asking. */
export function useMediaStream(device: Device): LiveStream {
  const [live, setLive] = useState<LiveStream>({});
  useEffect(() => {
    let isWanted = true;
    let open: MediaStream | undefined;
    const end = () => open?.getTracks().forEach((track) => track.stop());
    openDevice(device).then(
      (stream) => {
        open = stream;
        if (isWanted) setLive({ stream });
        else end();
      },
      (error: unknown) => isWanted && setLive({ error: inWords(error, device) }),
    );
    return () => {
      isWanted = false;
      end();
    };
  }, [device]);
  return live;
}

async function openDevice(device: Device): Promise<MediaStream> {
  // Missing on pages that came over plain http from elsewhere.
  const devices = navigator.mediaDevices as MediaDevices | undefined;
  if (!devices) throw new DOMException('', 'SecurityError');
  return devices.getUserMedia(wanted[device]);
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
