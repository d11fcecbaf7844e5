import { taskNamed, type HistoryEntry } from '@tryout/engine';
import { useApp } from '../../lib/app-context.ts';
import { usePicture } from '../../lib/pictures.ts';
import { ResultIcon } from '../../lib/ui/task-icon.tsx';
import { useLoaded } from '../../lib/use-loaded.ts';
import styles from './history.module.css';

/** The picture of a run, or a symbol of its task until it is read. Decorative, since text describes the run. */
export function Thumbnail({ entry: { task, thumbnail } }: { readonly entry: HistoryEntry }) {
  const { history } = useApp();
  const { value } = useLoaded(thumbnail, async (sha256) => (await history()).media(sha256));
  const picture = usePicture(value);
  return (
    <div className={styles.thumbnail}>
      {picture.status === 'shown' ? (
        <img src={picture.url} alt="" decoding="async" />
      ) : (
        <ResultIcon task={taskNamed(task)} size={24} />
      )}
    </div>
  );
}
