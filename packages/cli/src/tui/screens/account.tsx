import type { ReactNode } from 'react';
import { Lines } from '../components/lines.tsx';

export function AccountScreen(): ReactNode {
  return <Lines lines={['AccountScreen is to be written']} />;
}
