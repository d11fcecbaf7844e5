import { spokenLength } from '@tryout/engine';
import { useState } from 'react';
import { VisuallyHidden } from '../../lib/ui/visually-hidden.tsx';

/** So many pieces stay, for a screen reader that has not come to them yet. */
const KEPT = 4;

interface Spoken {
  /** How much of the text has been told. */
  readonly length: number;
  readonly pieces: readonly { readonly at: number; readonly text: string }[];
}

const nothing: Spoken = { length: 0, pieces: [] };

/** Tells screen readers a growing text in whole sentences, and its last words when it is finished. */
export function SpokenText({ text, isGrowing }: { readonly text: string; readonly isGrowing: boolean }) {
  const [spoken, setSpoken] = useState(nothing);
  const [wasGrowing, setWasGrowing] = useState(isGrowing);
  const isOver = wasGrowing && !isGrowing;
  const until = isGrowing ? spokenLength(text) : isOver ? text.length : 0;
  if (isGrowing && !wasGrowing) setWasGrowing(true);
  if (until < spoken.length) setSpoken(nothing);
  else if (until > spoken.length) {
    const piece = { at: spoken.length, text: text.slice(spoken.length, until) };
    setSpoken({ length: until, pieces: [...spoken.pieces, piece].slice(-KEPT) });
  }
  return (
    <VisuallyHidden role="log" aria-label="Text as it comes" aria-live="polite">
      {spoken.pieces.map((piece) => (
        <span key={piece.at}>{piece.text}</span>
      ))}
    </VisuallyHidden>
  );
}
