import type { ReactNode } from 'react';
import { Lines } from '../components/lines.tsx';

export function FormScreen(): ReactNode {
  return <Lines lines={['FormScreen is to be written']} />;
}
