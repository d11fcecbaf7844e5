import { Check, Copy } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Button } from './button.tsx';
import { VisuallyHidden } from './panel.tsx';

/** Milliseconds. */
const SHOW_STATE_FOR = 2000;

/** Copies text and shows whether that worked. */
export function CopyButton({ text, label = 'Copy' }: { text(): string; readonly label?: string }) {
  const [state, setState] = useState<'idle' | 'copied' | 'failed'>('idle');
  useEffect(() => {
    if (state === 'idle') return;
    const timer = setTimeout(() => setState('idle'), SHOW_STATE_FOR);
    return () => clearTimeout(timer);
  }, [state]);
  const copy = async () => {
    try {
      // `navigator.clipboard` is missing on pages over plain http.
      await navigator.clipboard.writeText(text());
      setState('copied');
    } catch {
      setState('failed');
    }
  };
  const Icon = state === 'copied' ? Check : Copy;
  return (
    <Button icon={Icon} onClick={() => void copy()}>
      {state === 'failed' ? 'Copy failed' : label}
      <VisuallyHidden role="status">
        {state === 'copied' ? 'Copied' : state === 'failed' ? 'The browser blocked copying' : ''}
      </VisuallyHidden>
    </Button>
  );
}
