import { counted, isBatchTable, visibleLine, type NamedBlob, type Task } from '@tryout/engine';
import { Rows3, X } from 'lucide-react';
import { useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { hasFiles, useListener } from '../../lib/hooks.ts';
import { useApp } from '../../state/app-context.ts';
import { toBatchPath } from '../../state/routes.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { FailureNote } from '../../ui/failure-note.tsx';
import { readDropped } from '../../state/batch/dropped-files.ts';
import styles from './batch-offer.module.css';

/** Offers a batch when a table, a folder or several files are dropped on the form of a single input. */
export function BatchOffer({ task }: { readonly task: Task }) {
  const app = useApp();
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  const [files, setFiles] = useState<readonly NamedBlob[]>();
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>();

  // After the inputs. Otherwise, the browser would open a file that no input takes.
  const prevent = (event: DragEvent) => void (hasFiles(event) && event.preventDefault());
  useListener(window, 'dragover', prevent);
  useListener(window, 'drop', prevent);
  // Before them, since they take a single file.
  useListener(document, 'drop', offer, { capture: true });

  function offer(event: DragEvent): void {
    const { items, files: dropped } = event.dataTransfer ?? { items: [], files: [] };
    const hasFolder = [...items].some((item) => item.webkitGetAsEntry()?.isDirectory);
    // A message of a chat takes several images.
    const areImages = task.conversation && [...dropped].every(({ type }) => type.startsWith('image/'));
    const isMany = hasFolder || (dropped.length > 1 && !areImages);
    if (!isMany && !(dropped[0] && isBatchTable(dropped[0].name, task))) return;
    // A single table may also be an input.
    if (isMany) event.preventDefault();
    setError(undefined);
    readDropped(event.dataTransfer!).then(setFiles, setError);
  }

  async function start(): Promise<void> {
    setBusy(true);
    try {
      const { addBatch } = await import('../../state/batch/batch-store.ts');
      void navigate(toBatchPath(pathname + search, await addBatch(app, task, files!)));
    } catch (thrown) {
      setError(thrown);
    } finally {
      setBusy(false);
    }
  }

  const [first, ...others] = files ?? [];
  return (
    <>
      <div role="status" className={styles.offer}>
        {first && (
          <>
            <p>{others.length === 0 ? visibleLine(first.path) : counted(others.length + 1, 'file')}</p>
            <Button icon={Rows3} disabled={isBusy} onClick={() => void start()}>
              {others.length === 0 ? 'Run on its rows' : 'Run on all of them'}
            </Button>
            <IconButton label="Dismiss" icon={X} onClick={() => setFiles(undefined)} />
          </>
        )}
      </div>
      {error !== undefined && <FailureNote error={error} />}
    </>
  );
}
