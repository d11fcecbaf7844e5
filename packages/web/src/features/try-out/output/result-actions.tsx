import { answerText, mediaOf, resultJson, type RunResult } from '@tryout/engine';
import { CopyButton } from '../../../lib/ui/copy-button.tsx';
import { downloadsOf } from '../../../results/downloads-of.ts';
import { DownloadButton } from '../../../results/parts/download-button.tsx';

/** Takes a result along: its text or files, else JSON. */
export function ResultActions({ result }: { readonly result: RunResult }) {
  const { view } = result;
  const isFile = mediaOf(view).length > 0;
  const all = downloadsOf(result);
  // The last one is the JSON, which has its own view.
  const downloads = all.length > 1 ? all.slice(0, -1) : all;
  return (
    <>
      {!isFile && <CopyButton text={() => (view.kind === 'text' ? answerText(view) : resultJson(result))} />}
      {downloads.map((download) => (
        <DownloadButton key={download.label} download={download} />
      ))}
    </>
  );
}
