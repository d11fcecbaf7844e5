import { loaded } from '@tryout/engine';
import { lazy, useState } from 'react';
import { useListener } from '../lib/hooks.ts';
import { MODEL_FIELD, TASK_FIELD } from '../state/routes.ts';
import { LoadBoundary } from '../ui/failure-note.tsx';

const Palette = lazy(() => loaded(() => import('./palette.tsx')));
const ShortcutSheet = lazy(() => loaded(() => import('./shortcut-sheet.tsx')));

/** Opens the palette and the list of shortcuts, and focuses the search; `shortcut-sheet.tsx` describes the keys. */
export function Shortcuts() {
  const [dialog, setDialog] = useState<'palette' | 'sheet'>();
  useListener(document, 'keydown', (event) => {
    const { key, ctrlKey, metaKey, altKey, target } = event;
    if (document.querySelector('dialog[open]')) return;
    const isPalette = (ctrlKey || metaKey) && key.toLowerCase() === 'k';
    const isTyping = (target as Element).closest('input, textarea, select, [contenteditable]') !== null;
    if (!isPalette && (isTyping || ctrlKey || metaKey || altKey)) return;
    if (isPalette) setDialog('palette');
    else if (key === '?') setDialog('sheet');
    else if (key === '/')
      (document.getElementById(MODEL_FIELD) ?? document.getElementById(TASK_FIELD))?.focus();
    else return;
    event.preventDefault();
  });
  const close = () => setDialog(undefined);
  if (!dialog) return null;
  return (
    <LoadBoundary>
      {dialog === 'palette' ? <Palette onClose={close} /> : <ShortcutSheet onClose={close} />}
    </LoadBoundary>
  );
}
