import { useEffect, useState } from 'react';

/** The id of the camera after the one in use; undefined where there is only one. Browsers tell once one is in use. */
export function useOtherCamera(stream: MediaStream | undefined): string | undefined {
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
