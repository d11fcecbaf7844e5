import { visibleLine } from '@tryout/engine';
import { useStdout, Box } from 'ink';
import { useEffect, useMemo, type ReactNode } from 'react';
import { createImageLayer, type ImageLayer } from '../screen/image-layer.ts';
import { themeFor, pad, truncate, getWidth, type Terminal } from '../screen/index.ts';
import { ImageContext } from './components/image.tsx';
import { Lines } from './components/text.tsx';
import { useStore, firstOfEachKey } from './hooks/stores.ts';
import { isGate, globalCommands } from './hooks/use-commands.ts';
import { useKeyDispatch } from './hooks/use-key-dispatch.ts';
import {
  PickerContext,
  TerminalContext,
  terminalState,
  ScreenContext,
  useOpenScreens,
  MIN_SIZE,
  usePicker,
  useSession,
  useTerminal,
  type PickerSettings,
  useBindings,
  type Command,
} from './hooks/use-picker.ts';
import { Screen, screenTitle } from './screens/screens.tsx';
import { keyLabel } from '../text-editing/key.ts';

const TO_TOP = '\u001b[H';

export interface AppProps {
  readonly settings: PickerSettings;
  readonly terminal: Terminal;
  /** Ctrl-Z. */
  suspend(): void;
  onLayer(layer: ImageLayer): void;
}

export function App({ settings, terminal, suspend, onLayer }: AppProps): ReactNode {
  const state = useMemo(() => terminalState(terminal, themeFor(terminal)), [terminal]);
  return (
    <PickerContext value={settings}>
      <TerminalContext value={state}>
        <WithImages onLayer={onLayer}>
          <Frame />
          {/* After the frame: its effects run when all others have. */}
          <Keyboard suspend={suspend} />
        </WithImages>
      </TerminalContext>
    </PickerContext>
  );
}

function Keyboard({ suspend }: Pick<AppProps, 'suspend'>): ReactNode {
  useKeyDispatch(suspend);
  return null;
}

/** Provides the image layer and repaints after a resize, when terminals move lines. */
function WithImages({
  onLayer,
  children,
}: Pick<AppProps, 'onLayer'> & { readonly children: ReactNode }): ReactNode {
  const { stdout, write } = useStdout();
  const layer = useMemo(() => {
    const repaint = () => write(TO_TOP);
    return createImageLayer((text) => void stdout.write(text), repaint);
  }, [stdout, write]);
  useEffect(() => {
    onLayer(layer);
    const repaint = () => {
      layer.invalidate();
      write(TO_TOP);
    };
    stdout.on('resize', repaint);
    return () => {
      stdout.off('resize', repaint);
      layer.clear();
    };
  }, [stdout, write, layer, onLayer]);
  return <ImageContext value={layer}>{children}</ImageContext>;
}

/** Header, current screen, notice and key hints. Covered screens stay mounted and keep their state. */
function Frame(): ReactNode {
  const { terminal, theme, rows, isTooSmall, isRoomy, body, isScreenReader } = useTerminal();
  const height = isScreenReader ? {} : { height: body.rows, overflowY: 'hidden' as const };
  return (
    <Box flexDirection="column" width={terminal.columns} height={isScreenReader ? undefined : rows}>
      {isTooSmall ? <TooSmall /> : <Header />}
      {isRoomy && !isScreenReader && !isTooSmall && (
        <Lines lines={[theme.dim(theme.rule.repeat(terminal.columns))]} />
      )}
      <Box flexDirection="column" flexShrink={0} {...height} display={isTooSmall ? 'none' : 'flex'}>
        <Screens />
      </Box>
      {!isTooSmall && <BottomLines />}
    </Box>
  );
}

function Screens(): ReactNode {
  const screens = useOpenScreens();
  return screens.map((screen, index) => {
    const isTop = index === screens.length - 1;
    return (
      <ScreenContext key={screen.id} value={{ id: screen.id, isShown: isTop }}>
        <Box flexDirection="column" flexShrink={0} display={isTop ? 'flex' : 'none'}>
          <Screen name={screen.name} />
        </Box>
      </ScreenContext>
    );
  });
}

function TooSmall(): ReactNode {
  const { terminal, theme } = useTerminal();
  const size = `${MIN_SIZE.columns} ${theme.times} ${MIN_SIZE.rows}`;
  const lines = ['Too small.', `Resize to ${size}`, 'or larger.'].slice(0, Math.max(1, terminal.rows - 1));
  return <Lines lines={lines.map((line) => truncate(line, terminal.columns, ''))} />;
}

/** The path to the current screen and the user name. A long path is cut at its beginning. */
function Header(): ReactNode {
  const { terminal, theme } = useTerminal();
  const settings = usePicker();
  const screens = useOpenScreens();
  const state = useSession();
  const { columns } = terminal;
  const { identity, status } = state.signIn;
  const user = identity ? visibleLine(identity.name) : status === 'signed-in' ? '' : 'signed out';
  const account = [user, settings.isSandbox && 'sandbox'].filter(Boolean).join(theme.separator);
  const gate = screens.findLastIndex((screen) => isGate(screen, settings));
  const titles = screens
    .slice(Math.max(0, gate))
    .map((screen) => screenTitle(screen.name, state))
    .filter((title) => title !== undefined);
  const path = ['Tryout', ...titles.map(visibleLine)];
  const right = getWidth(account) + 2 < columns / 2 ? account : '';
  const room = columns - (right === '' ? 0 : getWidth(right) + 1);
  while (path.length > 1 && getWidth(path.join(theme.arrow)) > room) path.shift();
  const last = theme.cut(path.pop()!, room);
  const left = theme.dim(path.map((title) => title + theme.arrow).join('')) + theme.title(last);
  return <Lines lines={[right === '' ? left : `${pad(left, room)} ${theme.dim(right)}`]} />;
}

/** The notice and the key hints. In a small terminal, a notice replaces the key hints. */
function BottomLines(): ReactNode {
  const notice = useStore(usePicker().notice);
  const { terminal, theme, isRoomy, isScreenReader } = useTerminal();
  const text = theme.cut(notice?.text ?? '', terminal.columns);
  const line = notice && notice.tone !== 'plain' ? theme[notice.tone](text) : text;
  const hasNoticeLine = notice !== undefined || (isRoomy && !isScreenReader);
  const hasHints = notice === undefined || isRoomy || isScreenReader;
  return (
    <>
      {hasNoticeLine && <Lines lines={[line]} />}
      {hasHints && <KeyHints />}
    </>
  );
}

const GAP = '  ';

/** The bottom line: as many commands as fit. */
function KeyHints(): ReactNode {
  const { terminal, theme } = useTerminal();
  const settings = usePicker();
  const { commands, takesText } = useBindings(useOpenScreens().at(-1)?.id ?? 0);
  // The sign-in status determines whether Esc leaves.
  useSession();
  const { back, keys } = globalCommands(settings, takesText);
  const all = firstOfEachKey([...commands, back, keys]).filter(({ isMinor }) => !isMinor);
  const last = all.filter((each) => each === back || each === keys);
  const first = all.filter((each) => !last.includes(each));
  const hint = ({ keys: [name = ''], oppositeKey, label }: Command) => {
    const names = oppositeKey === undefined ? [name] : [oppositeKey, name];
    return `${theme.accent(names.map((key) => keyLabel(key, terminal)).join(' '))} ${theme.dim(label)}`;
  };
  return <Lines lines={[fitting(first.map(hint), last.map(hint), terminal.columns)]} />;
}

/** All `last` hints, and as many of the first ones as fit before them. */
function fitting(first: readonly string[], last: readonly string[], columns: number): string {
  let count = first.length;
  const line = () => [...first.slice(0, count), ...last].join(GAP);
  while (count > 0 && getWidth(line()) > columns) count -= 1;
  return line();
}
