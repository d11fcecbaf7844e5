import { useEffect } from 'react';

/**
 * A file that misses every input must not take the place of the page, and with it all that was typed. What comes
 * earlier in the way of an event has its say first.
 */
export function useKeptPage(): void {
  useEffect(() => {
    const stop = new AbortController();
    addEventListener('dragover', (event) => keep(event), { signal: stop.signal });
    addEventListener('drop', (event) => keep(event), { signal: stop.signal });
    return () => stop.abort();
  }, []);
}

function keep(event: DragEvent): void {
  if (event.defaultPrevented || !event.dataTransfer?.types.includes('Files')) return;
  event.preventDefault();
  event.dataTransfer.dropEffect = 'none';
}
