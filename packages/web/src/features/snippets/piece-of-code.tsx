import { codeFileName, type CodePiece } from '@tryout/engine';
import { Download } from 'lucide-react';
import { Button } from '../../lib/ui/button.tsx';
import { CopyButton } from '../../lib/ui/copy-button.tsx';
import { saveBlob } from '../../lib/save-blob.ts';
import { Highlighted } from './highlighted.tsx';
import styles from './code.module.css';

export interface PieceOfCodeProps {
  readonly piece: CodePiece;
  /** Id of the task, for the name of the file. */
  readonly task: string;
}

/** One piece of code with what installs its client; copied or saved with one click. */
export function PieceOfCode({ piece, task }: PieceOfCodeProps) {
  const { code, grammar, title, install } = piece;
  const save = () => saveBlob(new Blob([code]), codeFileName(task, piece));
  return (
    <>
      <div className={styles.bar}>
        {install !== undefined && (
          <p className={styles.install}>
            Install: <code>{install}</code>
          </p>
        )}
        <div className={styles.actions}>
          <CopyButton text={() => code} />
          <Button onClick={save}>
            <Download aria-hidden="true" size={16} />
            Download
          </Button>
        </div>
      </div>
      <pre className={styles.block} tabIndex={0} role="region" aria-label={title}>
        <Highlighted code={code.trimEnd()} grammar={grammar} />
      </pre>
    </>
  );
}
