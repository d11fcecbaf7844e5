import { useState } from 'react';
import { useListener } from '../lib/hooks.ts';
import { MODEL_FIELD, TASK_FIELD } from '../state/routes.ts';
import { loadOnUse } from '../ui/failure-note.tsx';

const dialogs = {
  palette: loadOnUse(() => import('./palette.tsx')),
  sheet: loadOnUse(async () => ({ default: (await import('./palette.tsx')).ShortcutSheet })),
};

/** Opens the palette and the list of shortcuts, and focuses the search; `palette.tsx` describes the keys. */
export function Shortcuts() {
  const [dialog, setDialog] = useState<keyof typeof dialogs>();
  useListener(document, 'keydown', (event) => {
    const { key, ctrlKey, metaKey, altKey, shiftKey, target } = event;
    const isPalette = (ctrlKey || metaKey) && !altKey && !shiftKey && key.toLowerCase() === 'k';
    if (document.querySelector('dialog[open]')) {
      // Browsers search with these keys.
      if (isPalette) event.preventDefault();
      if (isPalette && dialog === 'palette') setDialog(undefined);
      return;
    }
    const isTyping = (target as Element).closest('input, textarea, select, [contenteditable]') !== null;
    if (!isPalette && (isTyping || ctrlKey || metaKey || altKey)) return;
    if (isPalette) setDialog('palette');
    else if (key === '?') setDialog('sheet');
    else if (key === '/')
      (document.getElementById(MODEL_FIELD) ?? document.getElementById(TASK_FIELD))?.focus();
    else return;
    event.preventDefault();
  });
  if (!dialog) return null;
  const Dialog = dialogs[dialog];
  return <Dialog onClose={() => setDialog(undefined)} />;
}
