import { useState } from 'react';
import { formatKeys } from '../lib/keys.ts';
import { Rail } from '../ui/rail.tsx';
import { pageShortcuts } from './shortcuts.tsx';
import styles from './palette.module.css';

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
