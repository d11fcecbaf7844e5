import type { FileInput } from '@tryout/engine';
import { useEffect, useState } from 'react';
import { readPicture, type Picture } from './picture.ts';

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
