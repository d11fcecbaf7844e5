import { answerText, defaultFileName, resultJson, type RunResult } from '@tryout/engine';
import { Download as Icon } from 'lucide-react';
import { useState } from 'react';
import { saveBlob } from '../../lib/blobs.ts';
import { resultPicture } from '../regions/result-picture.ts';
import { Button } from '../../ui/button.tsx';

interface Download {
  readonly label: string;
  /** Never a name from a server (F50). */
  name(): string;
  readonly contentType: string;
  content(): BlobPart | Promise<BlobPart>;
}

interface DownloadButtonProps {
  readonly download: Download;
  /** ID of an element that distinguishes the file from others. */
  readonly describedBy?: string;
}

export function DownloadButton({ download, describedBy }: DownloadButtonProps) {
  const { label, name, contentType, content } = download;
  const [hasFailed, setFailed] = useState(false);
  const save = async () => {
    try {
      saveBlob(new Blob([await content()], { type: contentType }), name());
      setFailed(false);
    } catch {
      setFailed(true);
    }
  };
  return (
    <Button icon={Icon} aria-describedby={describedBy} onClick={() => void save()}>
      {hasFailed ? 'Could not draw the image' : label}
    </Button>
  );
}

/** The file of a result: its media or text, or otherwise its JSON. Tracks have their own buttons. */
export function getDownload(result: RunResult): Download {
  const { view, request } = result;
  const name = () => defaultFileName(request.task, view, false);
  if (view.kind === 'image' || view.kind === 'audio') {
    const { contentType, bytes } = view.media;
    return { label: 'Download', name, contentType, content: () => bytes };
  }
  const picture = resultPicture(view);
  if (picture) return { label: 'Download image', name, contentType: 'image/png', content: picture };
  if (view.kind !== 'text') return jsonDownload(result);
  const contentType = 'text/plain;charset=utf-8';
  return { label: 'Download text', name, contentType, content: () => answerText(view) };
}

export function jsonDownload(result: RunResult): Download {
  return {
    label: 'Download JSON',
    name: () => defaultFileName(result.request.task, result.view, true),
    contentType: 'application/json',
    content: () => `${resultJson(result)}\n`,
  };
}
