import { visibleLine } from '@tryout/engine';
import type { ReactNode } from 'react';
import { pad, symbolsOf, truncate, widthOf } from '../../terminal/index.ts';
import { isGate } from '../hooks/global-commands.ts';
import { useOpenScreens } from '../hooks/use-navigation.ts';
import { usePicker } from '../hooks/use-picker.ts';
import { useSession } from '../hooks/use-session.ts';
import { useTerminal } from '../hooks/use-terminal.ts';
import { screenTitle } from '../screens/screens.tsx';
import { Lines } from './lines.tsx';

const NAME = 'Tryout';

/** The top line: the path to the current screen and the user name. A long path loses its beginning. */
export function Header(): ReactNode {
  const { terminal, theme } = useTerminal();
  const settings = usePicker();
  const screens = useOpenScreens();
  const state = useSession();
  const { columns } = terminal;
  const { ellipsis, separator } = symbolsOf(terminal);
  const { identity, status } = state.signIn;
  const who = identity ? visibleLine(identity.name) : status === 'signed-in' ? '' : 'signed out';
  const account = [who, settings.isSandbox && 'sandbox'].filter(Boolean).join(separator);
  // Screens below the sign-in are for users who are signed in.
  const gate = screens.findLastIndex((screen) => isGate(screen, settings));
  const titles = screens
    .slice(Math.max(0, gate))
    .map((screen) => screenTitle(screen.name, state))
    .filter((title) => title !== undefined);
  const shown = [NAME, ...titles.map(visibleLine)];
  const right = widthOf(account) + 2 < columns / 2 ? account : '';
  const room = columns - (right === '' ? 0 : widthOf(right) + 1);
  while (shown.length > 1 && widthOf(shown.join(theme.arrow)) > room) shown.shift();
  const last = truncate(shown.at(-1)!, room, ellipsis);
  const before = shown
    .slice(0, -1)
    .map((title) => title + theme.arrow)
    .join('');
  const path = theme.dim(before) + theme.title(last);
  return <Lines lines={[right === '' ? path : `${pad(path, room)} ${theme.dim(right)}`]} />;
}
