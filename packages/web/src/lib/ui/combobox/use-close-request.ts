import { useEffect } from 'react';

/** Not in TypeScript's library yet (HTML standard, close watchers). */
interface CloseWatcher extends EventTarget {
  destroy(): void;
}

/**
 * Closes what is open when the system is asked to: by the back gesture or button of a phone, by Esc wherever the focus
 * is. A browser without close watchers goes back a page instead.
 */
export function useCloseRequest(isOpen: boolean, onClose: () => void): void {
  useEffect(() => {
    const { CloseWatcher } = globalThis as { CloseWatcher?: new () => CloseWatcher };
    if (!isOpen || !CloseWatcher) return;
    const watcher = new CloseWatcher();
    watcher.addEventListener('close', onClose);
    return () => watcher.destroy();
  }, [isOpen, onClose]);
}
