import { isTaskId, loaded } from '@tryout/engine';
import { lazy, useLayoutEffect, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { Picker } from '../features/picker/picker.tsx';
import { useSession, useSessionState } from '../lib/app-context.ts';
import { LoadBoundary } from '../lib/load-boundary.tsx';
import { parsePickerPath } from '../lib/routes.ts';
import { hasRun } from '../lib/run-links.ts';
import styles from './app.module.css';

const CodeSnippets = lazy(() => loaded(() => import('../features/snippets/code-snippets.tsx')));
const ExpiredDialog = lazy(() => loaded(() => import('../features/auth/expired-dialog.tsx')));
const TryOut = lazy(() => loaded(() => import('../features/try-out/try-out.tsx')));

/** The task and model fields, and below them the form, its result and the code (specification, section 2). */
export default function PickerPage() {
  const { pathname, search } = useLocation();
  const params = parsePickerPath(pathname) ?? {};
  const session = useSession();
  const task = useSessionState((state) => state.task);
  const model = useSessionState((state) => state.model);
  const hasEndpoint = useSessionState(({ choices }) => choices.endpointUrl !== undefined);
  const isExpired = useSessionState(({ signIn }) => signIn.status === 'expired');
  // The session follows the URL.
  useLayoutEffect(() => {
    if (params.task === undefined || !isTaskId(params.task)) return;
    session.chooseTask(params.task);
    if (params.model !== undefined) session.chooseModel(params.model);
  }, [session, params.task, params.model]);
  // A link's run replaces the inputs before they are shown.
  const isTaskShown = params.task !== undefined && task?.id === params.task && !hasRun(search);
  // A run on an endpoint may have no model.
  const hasTarget = params.model === undefined ? hasEndpoint : model === params.model;
  const [unknownModel, setUnknownModel] = useState<string>();
  const isUnknown = unknownModel !== undefined && unknownModel === params.model && !hasEndpoint;
  const isChosen = isTaskShown && params.invalidModel === undefined && hasTarget && !isUnknown;
  return (
    <>
      {isExpired && (
        <LoadBoundary>
          <ExpiredDialog />
        </LoadBoundary>
      )}
      <div className={styles.picker}>
        <Picker params={params} hasForm={isChosen} isUnknown={isUnknown} onUnknown={setUnknownModel} />
        {isChosen && (
          <LoadBoundary>
            <TryOut code={<CodeSnippets />} />
          </LoadBoundary>
        )}
      </div>
    </>
  );
}
