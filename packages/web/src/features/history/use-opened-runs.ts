import { loaded, messageOf } from '@tryout/engine';
import { useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { useApp } from '../../lib/app-context.ts';
import { hasFiles, useListener } from '../../lib/dom-hooks.ts';
import { hasRun, takeRunLink } from '../../lib/run-links.ts';

/**
 * Opens the run of a link in the address, or of one from before the sign-in, and removes it from the address, so that a
 * reload keeps the user's edits.
 */
export function useRunLink(): void {
  const app = useApp();
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  useEffect(() => {
    const kept = takeRunLink(pathname);
    const link = hasRun(search) ? pathname + search : kept;
    if (link === undefined) return;
    let isCurrent = true;
    const open = async () => {
      try {
        const { openRunLink } = await loaded(() => import('./open-run.ts'));
        return await openRunLink(app, `#${link}`);
      } catch (error) {
        app.notices.show(messageOf(error));
        return pathname;
      }
    };
    void open().then((path) => isCurrent && navigate(path, { replace: true }));
    return () => void (isCurrent = false);
  }, [app, navigate, pathname, search]);
}

/**
 * Opens a run file that is dropped anywhere on the page. Other files that no input takes are refused: the browser would
 * open them in place of the page, which loses the inputs.
 */
export function useDroppedRun(): void {
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
    loaded(() => import('./open-run.ts'))
      .then(({ openRunFile }) => openRunFile(app, file))
      .then(
        (path) => navigate(path),
        (error: unknown) => app.notices.show(messageOf(error)),
      );
  };
  // Before the inputs, some of which take JSON files.
  useListener(window, 'drop', open, { capture: true });
  useListener(window, 'drop', (event) => {
    if (!hasFiles(event) || event.defaultPrevented) return;
    event.preventDefault();
    app.notices.show('No input here takes this file. Drop a run file (*.run.json), or choose another task.');
  });
}
