import { Box } from 'ink';
import type { ReactNode } from 'react';
import { symbolsOf, truncate } from '../../terminal/index.ts';
import { ScreenContext, useOpenScreens } from '../hooks/use-navigation.ts';
import { usePicker } from '../hooks/use-picker.ts';
import { useTerminal } from '../hooks/use-terminal.ts';
import { isTooSmall, layoutFor, SMALLEST } from '../layout.ts';
import { Screen } from '../screens/screens.tsx';
import { Header } from './header.tsx';
import { KeyHints } from './key-hints.tsx';
import { Lines } from './lines.tsx';
import { NoticeLine } from './notice-line.tsx';

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
