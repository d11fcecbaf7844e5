import { Check, Copy } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Button } from './button.tsx';
import { VisuallyHidden } from './panel.tsx';

/** Milliseconds. */
const SHOW_STATE_FOR = 2000;

interface CopyButtonProps {
  /** A string, or an image as PNG. */
  content(): string | Promise<Blob>;
  readonly label?: string;
  readonly isIconOnly?: boolean;
  readonly disabled?: boolean;
}

/** Copies a string or an image and shows the outcome. */
export function CopyButton({ content, label = 'Copy', isIconOnly = false, disabled }: CopyButtonProps) {
  const [state, setState] = useState<'idle' | 'copied' | 'failed'>('idle');
  useEffect(() => {
    if (state === 'idle') return;
    const timer = setTimeout(() => setState('idle'), SHOW_STATE_FOR);
    return () => clearTimeout(timer);
  }, [state]);
  const copy = async () => {
    try {
      // `navigator.clipboard` is missing on pages over plain http.
      const value = content();
      if (typeof value === 'string') await navigator.clipboard.writeText(value);
      else await navigator.clipboard.write([new ClipboardItem({ 'image/png': value })]);
      setState('copied');
    } catch {
      setState('failed');
    }
  };
  const Icon = state === 'copied' ? Check : Copy;
  return (
    <Button
      icon={Icon}
      isIconOnly={isIconOnly && state !== 'failed'}
      title={isIconOnly ? label : undefined}
      disabled={disabled}
      onClick={() => void copy()}
    >
      {state === 'failed' ? 'Copy failed' : label}
      <VisuallyHidden role="status">
        {state === 'copied' ? 'Copied' : state === 'failed' ? 'The browser blocked copying' : ''}
      </VisuallyHidden>
    </Button>
  );
}
