import type { ReactNode } from 'react';
import { Lines } from '../components/lines.tsx';

export function CodeScreen(): ReactNode {
  return <Lines lines={['CodeScreen is to be written']} />;
}
