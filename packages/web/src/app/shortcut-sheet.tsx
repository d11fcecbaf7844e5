import { useState } from 'react';
import { formatKeys } from '../lib/keys.ts';
import { Rail } from '../ui/rail.tsx';
import styles from './palette.module.css';

/** What `shortcuts.tsx` does, with the keys as in `aria-keyshortcuts`. */
const pageShortcuts = [
  { keys: 'Control+K Meta+K', label: 'Find a task, model, run or action' },
  { keys: '/', label: 'Search models, or tasks before one is chosen' },
  { keys: '?', label: 'Show the keyboard shortcuts' },
];

/** The shortcuts of the page, and of the buttons that are on it now. */
export default function ShortcutSheet({ onClose }: { onClose(): void }) {
  const [shortcuts] = useState(() => [...pageShortcuts, ...findButtonShortcuts()]);
  return (
    <Rail title="Keyboard shortcuts" onClose={onClose}>
      <dl className={styles.shortcuts}>
        {shortcuts.map(({ keys, label }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>
              <kbd>{formatKeys(keys)}</kbd>
            </dd>
          </div>
        ))}
      </dl>
    </Rail>
  );
}

function findButtonShortcuts() {
  const buttons = document.querySelectorAll<HTMLElement>('button[aria-keyshortcuts]');
  return Array.from(buttons, (button) => ({
    keys: button.getAttribute('aria-keyshortcuts')!,
    label: button.textContent.trim(),
  }));
}
