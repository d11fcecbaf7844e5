import type { ReactNode } from 'react';
import { Lines } from '../components/lines.tsx';

export function KeysScreen(): ReactNode {
  return <Lines lines={['KeysScreen is to be written']} />;
}
