import type { ReactNode } from 'react';
import { Lines } from '../components/lines.tsx';

export function ParametersScreen(): ReactNode {
  return <Lines lines={['ParametersScreen is to be written']} />;
}
