import { visibleLine } from '@tryout/engine';
import type { ReactNode } from 'react';
import { symbolsOf, truncate } from '../../terminal/index.ts';
import { useNotice } from '../hooks/use-notice.ts';
import { usePicker } from '../hooks/use-picker.ts';
import { useTerminal } from '../hooks/use-terminal.ts';
import { Lines } from './lines.tsx';

/** The notice. @param otherwise shown while there is none */
export function NoticeLine({
  otherwise = <Lines lines={[' ']} />,
}: {
  readonly otherwise?: ReactNode;
}): ReactNode {
  const notice = useNotice();
  const { isRead } = usePicker();
  const { terminal, theme } = useTerminal();
  if (!notice) return isRead ? null : otherwise;
  const text = truncate(visibleLine(notice.text), terminal.columns, symbolsOf(terminal).ellipsis);
  return <Lines lines={[notice.tone === 'plain' ? text : theme[notice.tone](text)]} />;
}
