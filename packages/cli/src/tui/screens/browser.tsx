import type { ReactNode } from 'react';
import { Lines } from '../components/lines.tsx';

export function BrowserScreen(): ReactNode {
  return <Lines lines={['BrowserScreen is to be written']} />;
}
