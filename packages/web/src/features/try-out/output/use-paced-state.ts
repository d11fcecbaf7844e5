import type { Session, SessionState } from '@tryout/engine';
import { useMemo, useSyncExternalStore } from 'react';
import { useSession } from '../../../lib/app-context.ts';

/** How often what a stream changes is drawn, in milliseconds: oftener than anyone reads. */
const PACE = 50;

/**
 * A part of the session's state. What changes while a run goes on, such as a text that grows a thousand times a second,
 * is drawn now and then; what begins or ends it, at once.
 * @param select gives the same value for the same state
 */
export function usePacedState<Part>(select: (state: SessionState) => Part): Part {
  const session = useSession();
  const paced = useMemo(() => pacedOf(session), [session]);
  return useSyncExternalStore(paced.subscribe, () => select(paced.getSnapshot()));
}

function pacedOf(session: Session) {
  let state = session.getSnapshot();
  return {
    getSnapshot: () => state,
    subscribe(listener: () => void) {
      let timer: ReturnType<typeof setTimeout> | undefined;
      const deliver = () => {
        clearTimeout(timer);
        timer = undefined;
        state = session.getSnapshot();
        listener();
      };
      const onChange = () => {
        if (isSameMoment(state, session.getSnapshot())) timer ??= setTimeout(deliver, PACE);
        else deliver();
      };
      const unsubscribe = session.subscribe(onChange);
      // It may have changed since the first drawing.
      if (state !== session.getSnapshot()) deliver();
      return () => {
        clearTimeout(timer);
        timer = undefined;
        unsubscribe();
      };
    },
  };
}

/** Whether nothing has changed but the text and the progress of a run that goes on. */
function isSameMoment(
  { run: before, ...rest }: SessionState,
  { run: now, ...others }: SessionState,
): boolean {
  const isOn = now.status === 'loading' || now.status === 'streaming';
  return (
    isOn &&
    before.status === now.status &&
    before.request === now.request &&
    before.waiting === now.waiting &&
    (Object.keys(others) as (keyof typeof others)[]).every((name) => rest[name] === others[name])
  );
}
