import { loaded } from '@tryout/engine';
import { lazy } from 'react';
import { LoadBoundary } from '../../ui/failure-note.tsx';
import type { ResultProps } from '../parts/parts.tsx';

const VideoPlayer = lazy(() => loaded(() => import('./video.tsx')));

/** A generated video. Its player is not part of the first scripts. */
export function Video(props: ResultProps<'video'>) {
  return (
    <LoadBoundary>
      <VideoPlayer {...props} />
    </LoadBoundary>
  );
}
