import { loaded, type Task } from '@tryout/engine';
import { Info } from 'lucide-react';
import { lazy } from 'react';
import { LoadBoundary } from '../../lib/load-boundary.tsx';
import { Button } from '../../ui/button.tsx';
import { useRail } from '../../ui/rail.tsx';
import styles from './picker.module.css';

const AboutTask = lazy(() => loaded(() => import('./about-task.tsx')));

/** Opens what the catalog says about the task. */
export function AboutButton({ task }: { readonly task: Task }) {
  const { isOpen, open, close } = useRail();
  return (
    <>
      <Button
        variant="quiet"
        icon={Info}
        className={styles.aboutButton}
        aria-haspopup="dialog"
        title="About this task"
        onClick={open}
      >
        <span>About this task</span>
      </Button>
      {isOpen && (
        <LoadBoundary>
          <AboutTask task={task} onClose={close} />
        </LoadBoundary>
      )}
    </>
  );
}
