import type { ReactNode } from 'react';
import { Lines } from '../components/lines.tsx';

export function DeviceScreen(): ReactNode {
  return <Lines lines={['DeviceScreen is to be written']} />;
}
