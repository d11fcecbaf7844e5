import type { ReactNode } from 'react';
import { Lines } from '../components/lines.tsx';

export function RunScreen(): ReactNode {
  return <Lines lines={['RunScreen is to be written']} />;
}
