import { useEffect, useState } from 'react';

/**
 * An address of a blob for `<img>` and `<audio>`, as long as the component is there. Never navigate to one (F29).
 * @returns undefined at the first drawing, and without a blob
 */
export function useObjectUrl(blob: Blob | undefined): string | undefined {
  const [url, setUrl] = useState<string>();
  useEffect(() => {
    if (!blob) return setUrl(undefined);
    const made = URL.createObjectURL(blob);
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [blob]);
  return url;
}
