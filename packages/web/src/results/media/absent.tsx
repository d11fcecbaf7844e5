import { asLine, pictureFacts } from '@tryout/engine';
import { ImageOff } from 'lucide-react';
import styles from './absent.module.css';
import type { Picture } from './use-picture.ts';

export interface AbsentProps {
  readonly name: string;
  readonly file: { readonly contentType: string; readonly size: number };
  readonly known?: Extract<Picture, { status: 'refused' }>['known'];
}

/** Stands in place of a picture that is not drawn. */
export function Absent({ name, file, known }: AbsentProps) {
  return (
    <p className={styles.absent}>
      <ImageOff aria-hidden="true" size={24} />
      <span>
        {asLine(name)} ({pictureFacts(file, known).join(', ')}) cannot be drawn here
      </span>
    </p>
  );
}
