import { loaded, messageOf } from '@tryout/engine';
import { useEffect } from 'react';
import { useNavigate } from 'react-router-dom';
import { useApp } from '../../lib/app-context.ts';

/**
 * Opens a run file that is dropped anywhere on the page. Other files that no input takes are refused: the browser would
 * open them in place of the page, which loses the inputs.
 */
export function useDroppedRun(): void {
  const app = useApp();
  const navigate = useNavigate();
  useEffect(() => {
    // Names are unknown until the files are dropped.
    const onDrag = (event: DragEvent) => {
      if (!hasFiles(event)) return;
      event.preventDefault();
      event.dataTransfer!.dropEffect = 'copy';
    };
    // Before the inputs, some of which take JSON files.
    const onDrop = (event: DragEvent) => {
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
    const refuse = (event: DragEvent) => {
      if (!hasFiles(event) || event.defaultPrevented) return;
      event.preventDefault();
      app.notices.show(
        'No input here takes this file. Drop a run file (*.run.json), or choose another task.',
      );
    };
    const listening = new AbortController();
    const { signal } = listening;
    addEventListener('dragover', onDrag, { signal });
    addEventListener('drop', onDrop, { capture: true, signal });
    addEventListener('drop', refuse, { signal });
    return () => listening.abort();
  }, [app, navigate]);
}

function hasFiles({ dataTransfer }: DragEvent): boolean {
  return dataTransfer?.types.includes('Files') ?? false;
}
