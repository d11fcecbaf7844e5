import type { ResultProps } from '../result-props.ts';
import styles from './media.module.css';
import { Sound } from './sound.tsx';

/** The sound that a model made. */
export function Audio({ view: { media } }: ResultProps<'audio'>) {
  return (
    <div className={styles.figure}>
      <Sound media={media} label="What the model made" />
    </div>
  );
}
