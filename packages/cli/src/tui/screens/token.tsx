import type { ReactNode } from 'react';
import { Lines } from '../components/lines.tsx';

export function TokenScreen(): ReactNode {
  return <Lines lines={['TokenScreen is to be written']} />;
}
