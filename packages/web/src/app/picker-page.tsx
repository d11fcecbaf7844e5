import { isTaskId } from '@tryout/engine';
import { Suspense, useLayoutEffect } from 'react';
import { useLocation } from 'react-router-dom';
import { Picker } from '../features/picker/picker.tsx';
import { useSession, useSessionState } from '../lib/app-context.ts';
import { lazily } from '../lib/lazily.tsx';
import { placeOf } from '../lib/routes.ts';
import styles from './app.module.css';

const tryOut = lazily(() => import('../features/try-out/try-out.tsx').then(({ TryOut }) => TryOut));
const codePanel = lazily(() =>
  import('../features/snippets/code-panel.tsx').then(({ CodePanel }) => CodePanel),
);

/** Task, model, and below them the form with its result and the code (specification, section 2). */
export function PickerPage() {
  const place = placeOf(useLocation().pathname) ?? {};
  const session = useSession();
  const task = useSessionState((state) => state.task);
  const model = useSessionState((state) => state.model);
  // The address is what the person sees and goes back and forth in; the session follows it.
  useLayoutEffect(() => {
    if (place.task === undefined || !isTaskId(place.task)) return;
    session.chooseTask(place.task);
    if (place.model === undefined) return;
    session.chooseModel(place.model);
  }, [session, place.task, place.model]);
  const isThere = place.model !== undefined && task?.id === place.task && model === place.model;
  return (
    <div className={styles.picker}>
      <Picker place={place} />
      {isThere && (
        <Suspense>
          <tryOut.View code={<codePanel.View />} />
        </Suspense>
      )}
    </div>
  );
}
