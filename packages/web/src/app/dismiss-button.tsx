import { X } from 'lucide-react';
import { IconButton } from '../lib/ui/icon-button.tsx';

/** Takes a notice away. */
export function DismissButton({ onDismiss }: { onDismiss(): void }) {
  return <IconButton label="Dismiss" icon={X} onClick={onDismiss} />;
}
