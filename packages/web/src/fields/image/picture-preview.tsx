import { useState } from 'react';
import { useObjectUrl } from '../../lib/use-object-url.ts';
import type { Picture } from './picture.ts';
import styles from './image-field.module.css';

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
