import type { ReactNode } from 'react';
import { Lines } from '../components/lines.tsx';

export function SignInScreen(): ReactNode {
  return <Lines lines={['SignInScreen is to be written']} />;
}
