import { Box } from 'ink';
import type { ReactNode } from 'react';
import { visibleLine } from '@tryout/engine';
import { pad, symbolsOf, truncate, widthOf } from '../../terminal/index.ts';
import { ScreenContext, useOpenScreens } from '../hooks/use-navigation.ts';
import {
  isTooSmall,
  layoutFor,
  SMALLEST,
  useNotice,
  usePicker,
  useSession,
  useTerminal,
} from '../hooks/use-picker.ts';
import { Screen, screenTitle } from '../screens/screens.tsx';
import { isGate } from '../hooks/global-commands.ts';
import { KeyHints } from './key-hints.tsx';
import { Lines } from './text.tsx';

/** Header, current screen, notice and key hints. Covered screens stay mounted and keep their state. */
export function Frame(): ReactNode {
  const { terminal, theme } = useTerminal();
  const { isRead } = usePicker();
  const { rows, isRoomy, body } = layoutFor(terminal);
  const isSmall = isTooSmall(terminal);
  // Rules and empty lines mean nothing to a screen reader.
  const height = isRead ? {} : { height: body.rows, overflowY: 'hidden' as const };
  return (
    <Box flexDirection="column" width={terminal.columns} {...(isRead ? {} : { height: rows })}>
      {isSmall ? <TooSmall /> : <Header />}
      {isRoomy && !isRead && !isSmall && <Lines lines={[theme.dim(theme.rule.repeat(terminal.columns))]} />}
      <Box flexDirection="column" flexShrink={0} {...height} display={isSmall ? 'none' : 'flex'}>
        <Screens isShown={!isSmall} />
      </Box>
      {!isSmall && (isRoomy || isRead) && (
        <>
          <NoticeLine />
          <KeyHints />
        </>
      )}
      {!isSmall && !isRoomy && !isRead && <NoticeLine otherwise={<KeyHints />} />}
    </Box>
  );
}

function Screens({ isShown }: { readonly isShown: boolean }): ReactNode {
  const screens = useOpenScreens();
  return screens.map((screen, index) => {
    const isTop = index === screens.length - 1;
    return (
      <ScreenContext key={screen.id} value={{ id: screen.id, isShown: isShown && isTop }}>
        <Box flexDirection="column" flexShrink={0} display={isTop ? 'flex' : 'none'}>
          <Screen screen={screen} />
        </Box>
      </ScreenContext>
    );
  });
}

function TooSmall(): ReactNode {
  const { terminal } = useTerminal();
  const wanted = `${SMALLEST.columns} ${symbolsOf(terminal).times} ${SMALLEST.rows}`;
  const lines = ['Too small here:', `make it ${wanted}`, 'or larger.'];
  return (
    <Lines
      lines={lines
        .slice(0, Math.max(1, terminal.rows - 1))
        .map((line) => truncate(line, terminal.columns, ''))}
    />
  );
}

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
