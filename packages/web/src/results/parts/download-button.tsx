import { answerText, proposedName, resultJson, type RunResult } from '@tryout/engine';
import { Download as Icon } from 'lucide-react';
import { saveBlob } from '../../lib/blobs.ts';
import { Button } from '../../lib/ui/button.tsx';

interface DownloadButtonProps {
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

/** A file that a result is saved as. */
interface Download {
  /** What the button says. */
  readonly label: string;
  /** A name of our own, never one from a server (F50). */
  name(): string;
  readonly contentType: string;
  content(): BlobPart;
}

/** What a result is saved as: the file that it is, or its text; and always as JSON. Tracks are saved one by one. */
export function downloadsOf(result: RunResult): readonly Download[] {
  const { view, request } = result;
  const name = () => proposedName(request.task, view, false);
  const json = jsonDownload(result);
  if (view.kind === 'image' || view.kind === 'audio') {
    const { contentType, bytes } = view.media;
    return [{ label: 'Download', name, contentType, content: () => bytes }, json];
  }
  if (view.kind !== 'text') return [json];
  const contentType = 'text/plain;charset=utf-8';
  return [{ label: 'Download text', name, contentType, content: () => answerText(view) }, json];
}

/** The result as a JSON file. */
export function jsonDownload(result: RunResult): Download {
  return {
    label: 'Download JSON',
    name: () => proposedName(result.request.task, result.view, true),
    contentType: 'application/json',
    content: () => `${resultJson(result)}\n`,
  };
}
