import { Download as Icon } from 'lucide-react';
import { Button } from '../../lib/ui/button.tsx';
import type { Download } from '../downloads-of.ts';
import { saveBlob } from '../../lib/save-blob.ts';

export interface DownloadButtonProps {
  readonly download: Download;
  /** Id of what says which file it is, where there are several. */
  readonly describedBy?: string;
}

/** Saves a file of a result. */
export function DownloadButton({ download, describedBy }: DownloadButtonProps) {
  const { label, name, contentType, content } = download;
  return (
    <Button
      aria-describedby={describedBy}
      onClick={() => saveBlob(new Blob([content()], { type: contentType }), name())}
    >
      <Icon aria-hidden="true" size={16} />
      {label}
    </Button>
  );
}
