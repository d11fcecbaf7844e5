import { isTaskId, loaded } from '@tryout/engine';
import { lazy, useLayoutEffect } from 'react';
import { useLocation } from 'react-router-dom';
import { ExpiredDialog } from '../features/auth/expired-dialog.tsx';
import { Picker } from '../features/picker/picker.tsx';
import { CodePanel } from '../features/snippets/code-panel.tsx';
import { useSession, useSessionState } from '../lib/app-context.ts';
import { LoadBoundary } from '../lib/load-boundary.tsx';
import { placeOf } from '../lib/routes.ts';
import styles from './app.module.css';

const TryOut = lazy(() => loaded(() => import('../features/try-out/try-out.tsx')));

/** The task and model fields, and below them the form, its result and the code (specification, section 2). */
export default function PickerPage() {
  const place = placeOf(useLocation().pathname) ?? {};
  const session = useSession();
  const task = useSessionState((state) => state.task);
  const model = useSessionState((state) => state.model);
  const isExpired = useSessionState(({ signIn }) => signIn.status === 'expired');
  // The session follows the URL.
  useLayoutEffect(() => {
    if (place.task === undefined || !isTaskId(place.task)) return;
    session.chooseTask(place.task);
    if (place.model !== undefined) session.chooseModel(place.model);
  }, [session, place.task, place.model]);
  const isChosen = place.model !== undefined && task?.id === place.task && model === place.model;
  return (
    <>
      {isExpired && <ExpiredDialog />}
      <div className={styles.picker}>
        <Picker place={place} />
        {isChosen && (
          <LoadBoundary>
            <TryOut code={<CodePanel />} />
          </LoadBoundary>
        )}
      </div>
    </>
  );
}
