import type { ReactNode } from 'react';
import { Lines } from '../components/lines.tsx';

export function ModelsScreen(): ReactNode {
  return <Lines lines={['ModelsScreen is to be written']} />;
}
