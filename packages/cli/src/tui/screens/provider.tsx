import type { ReactNode } from 'react';
import { Lines } from '../components/lines.tsx';

export function ProviderScreen(): ReactNode {
  return <Lines lines={['ProviderScreen is to be written']} />;
}
