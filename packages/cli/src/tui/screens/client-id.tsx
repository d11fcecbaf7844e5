import type { ReactNode } from 'react';
import { Lines } from '../components/lines.tsx';

export function ClientIdScreen(): ReactNode {
  return <Lines lines={['ClientIdScreen is to be written']} />;
}
