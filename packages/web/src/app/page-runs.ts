import {
  loaded,
  LoadError,
  getMessage,
  recordRuns,
  type History,
  type Session,
  type SessionState,
} from '@tryout/engine';
import { useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { hasFiles, useListener } from '../lib/hooks.ts';
import { useApp, useOnClear, useSessionState, type App } from '../state/app-context.ts';
import { getLastRunKey, isRecording, readLastRun, rememberLastRun } from '../state/stored/preferences.ts';
import { hasRun, consumeRunLink } from '../state/routes.ts';

const loadOpenRun = () => loaded(() => import('../screens/history/open-run.ts'));

/** Records the runs of the page, restores the last one, and opens those of links and of files that are dropped on it. */
export function PageRuns() {
  useRecording();
  useRunLink();
  useDroppedRun();
  useLastRun();
  return null;
}

function useRecording(): void {
  const { session, history, notices } = useApp();
  useEffect(
    () =>
      recordRuns(
        session,
        async () => (isRecording() ? withLastRuns(await history(), session) : undefined),
        (error) => {
          // The output says so already.
          if (session.getSnapshot().run.error instanceof LoadError) return;
          notices.show(`This run was not recorded. ${getMessage(error)}`);
        },
      ),
    [session, history, notices],
  );
}

/**
 * Opens the run of a link in the address, or of one from before the sign-in, and removes it from the address, so that a
 * reload keeps the user's edits.
 */
function useRunLink(): void {
  const app = useApp();
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  useEffect(() => {
    const storedLink = consumeRunLink(pathname);
    const link = hasRun(search) ? pathname + search : storedLink;
    if (link === undefined) return;
    let isCurrent = true;
    const path = loadOpenRun().then(({ openRunLink }) => openRunLink(app, `#${link}`));
    void noticeFailure(app, path).then((path = pathname) => isCurrent && navigate(path, { replace: true }));
    return () => void (isCurrent = false);
  }, [app, navigate, pathname, search]);
}

/**
 * Opens a run file that is dropped anywhere on the page. Other files that no input takes are refused: the browser would
 * open them in place of the page, which loses the inputs.
 */
function useDroppedRun(): void {
  const app = useApp();
  const navigate = useNavigate();
  // Names are unknown until the files are dropped.
  useListener(window, 'dragover', (event) => {
    if (!hasFiles(event)) return;
    event.preventDefault();
    event.dataTransfer!.dropEffect = 'copy';
  });
  const open = (event: DragEvent) => {
    const [file] = event.dataTransfer?.files ?? [];
    if (!file?.name.endsWith('.run.json')) return;
    event.preventDefault();
    event.stopPropagation();
    const path = loadOpenRun().then(({ openRunFile }) => openRunFile(app, file));
    void noticeFailure(app, path).then((path) => path !== undefined && navigate(path));
  };
  // Before the inputs, some of which take JSON files.
  useListener(window, 'drop', open, { capture: true });
  useListener(window, 'drop', (event) => {
    if (!hasFiles(event) || event.defaultPrevented) return;
    event.preventDefault();
    app.notices.show('No input here takes this file. Drop a run file (*.run.json), or choose another task.');
  });
}

/**
 * The path of an opened run; undefined after an error, which becomes a notice. Notices about earlier runs end, and none
 * of them comes later.
 */
function noticeFailure(
  { notices, memory }: App,
  path: Promise<string | undefined>,
): Promise<string | undefined> {
  memory.opening = path;
  notices.dismiss();
  return path.catch((error: unknown) => {
    if (memory.opening === path) notices.show(getMessage(error));
    return undefined;
  });
}

/** A history that also remembers what was run last in this tab, until the user signs out. */
function withLastRuns(history: History, session: Session): History {
  return {
    ...history,
    async add(stored, output) {
      const { id, task, model, result } = stored.run;
      const isSignedOut = () => session.getSnapshot().signIn.status === 'signed-out';
      // Signing out canceled it, and has asked what to keep.
      if (result?.status === 'cancelled' && isSignedOut()) return;
      await history.add(stored, output);
      if (model !== undefined && !isSignedOut()) rememberLastRun(getLastRunKey(task, model), id);
    },
  };
}

/**
 * Shows the last result of a task and model again, after a reload or when the user returns to them; that of another tab
 * with its inputs, in an empty form.
 */
function useLastRun(): void {
  const app = useApp();
  const { session, history } = app;
  const task = useSessionState((state) => state.task?.id);
  const model = useSessionState((state) => state.model);
  const key = task !== undefined && model !== undefined ? getLastRunKey(task, model) : '';
  useEffect(() => {
    const last = readLastRun(key);
    if (!last || !canShow(session.getSnapshot())) return;
    let isCurrent = true;
    const restore = async () => {
      const storedRun = await (await history()).get(last.id);
      if (!storedRun) return;
      const { openLastRun, restoreLastRun } = await import('../screens/history/open-run.ts');
      const isCurrentAndEmpty = () => isCurrent && canShow(session.getSnapshot());
      if (!last.isOwn) return openLastRun(app, storedRun, isCurrentAndEmpty);
      const run = await restoreLastRun(session, storedRun);
      if (run && isCurrentAndEmpty()) session.showRun(run);
    };
    // The output stays empty.
    restore().catch(() => undefined);
    return () => void (isCurrent = false);
  }, [app, session, history, key]);
  useOnClear(() => rememberLastRun(key, ''));
}

/** Whether the output is empty, and not because a run without a result was opened. Conversations are kept with the form. */
function canShow({ run, replacedBy, chat }: SessionState): boolean {
  return run.status === 'idle' && replacedBy !== 'run' && chat.exchanges.length === 0;
}
