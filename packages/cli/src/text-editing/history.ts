import type { Position } from './text-document.ts';

/** One change of a text, so that it can be taken back. */
export interface Change {
  readonly at: Position;
  readonly removed: string;
  readonly inserted: string;
  /** Where the cursor was before, and after. */
  readonly before: Position;
  readonly after: Position;
  /** Changes of one kind that follow each other at once are taken back together. */
  readonly kind: 'typing' | 'erasing' | 'other';
}

/** What was changed, in steps as a person thinks of them. */
export interface History {
  record(change: Change): void;
  /** What comes next is a step of its own: the cursor was moved. */
  pause(): void;
  /** The changes of the last step, newest first; empty when there is none. */
  undo(): readonly Change[];
  /** Those of the step that was taken back, oldest first. */
  redo(): readonly Change[];
}

const MOST_STEPS = 1000;
/** UTF-16 units in all steps. */
const MOST_KEPT = 20_000_000;

/** A history in which nothing has been changed yet. */
export function createHistory(): History {
  const done: Change[][] = [];
  let undone: Change[][] = [];
  let isPaused = true;
  let kept = 0;
  const sizeOf = ({ removed, inserted }: Change) => removed.length + inserted.length;
  return {
    record(change) {
      undone = [];
      const last = done.at(-1);
      const previous = last?.at(-1);
      const goesOn = !isPaused && change.kind !== 'other' && previous?.kind === change.kind;
      if (last && goesOn && !beginsWord(previous!, change)) last.push(change);
      else done.push([change]);
      isPaused = change.kind === 'other';
      kept += sizeOf(change);
      while (done.length > 1 && (done.length > MOST_STEPS || kept > MOST_KEPT))
        for (const dropped of done.shift()!) kept -= sizeOf(dropped);
    },
    pause() {
      isPaused = true;
    },
    undo() {
      isPaused = true;
      const step = done.pop();
      if (!step) return [];
      undone.push(step);
      return [...step].reverse();
    },
    redo() {
      isPaused = true;
      const step = undone.pop();
      if (!step) return [];
      done.push(step);
      return step;
    },
  };
}

/** Typing is taken back word by word, each with the space before it. */
function beginsWord(previous: Change, { inserted }: Change): boolean {
  return /^\s/.test(inserted) && !/^\s/.test(previous.inserted);
}
