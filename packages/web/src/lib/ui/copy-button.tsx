import { Check, Copy } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Button } from './button.tsx';
import { VisuallyHidden } from './panel.tsx';

/** How long it says that it has copied, in milliseconds. */
const TOLD_FOR = 2000;

/** Copies a text with one click, and says so. */
export function CopyButton({
  text,
  label = 'Copy',
}: {
  readonly text: () => string;
  readonly label?: string;
}) {
  const [state, setState] = useState<'idle' | 'copied' | 'failed'>('idle');
  useEffect(() => {
    if (state === 'idle') return;
    const timer = setTimeout(() => setState('idle'), TOLD_FOR);
    return () => clearTimeout(timer);
  }, [state]);
  const copy = async () => {
    try {
      // There is no clipboard at all on a page that came over plain http.
      await navigator.clipboard.writeText(text());
      setState('copied');
    } catch {
      setState('failed');
    }
  };
  const Icon = state === 'copied' ? Check : Copy;
  return (
    <Button onClick={() => void copy()}>
      <Icon aria-hidden="true" size={16} />
      {state === 'failed' ? 'Not copied' : label}
      <VisuallyHidden role="status">
        {state === 'copied' ? 'Copied' : state === 'failed' ? 'The browser does not let this page copy' : ''}
      </VisuallyHidden>
    </Button>
  );
}
