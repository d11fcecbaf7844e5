import type { ReactNode } from 'react';
import { Lines } from '../components/lines.tsx';

export function TasksScreen(): ReactNode {
  return <Lines lines={['TasksScreen is to be written']} />;
}
