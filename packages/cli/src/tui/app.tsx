import { useStdout } from 'ink';
import { useEffect, useMemo, type ReactNode } from 'react';
import { createPictureLayer, type PictureLayer } from '../terminal/graphics/picture-layer.ts';
import { themeFor, type Terminal } from '../terminal/index.ts';
import { Frame } from './components/frame.tsx';
import { PictureContext } from './components/picture.tsx';
import { useKeyDispatch } from './hooks/use-key-dispatch.ts';
import { PickerContext, TerminalContext, terminalState, type PickerSettings } from './hooks/use-picker.ts';

const TO_TOP = '\u001b[H';

export interface AppProps {
  readonly settings: PickerSettings;
  readonly terminal: Terminal;
  /** Ctrl-Z. */
  suspend(): void;
  onLayer(layer: PictureLayer): void;
}

export function App({ settings, terminal, suspend, onLayer }: AppProps): ReactNode {
  const shown = useMemo(() => terminalState(terminal, themeFor(terminal)), [terminal]);
  return (
    <PickerContext value={settings}>
      <TerminalContext value={shown}>
        <WithPictures onLayer={onLayer}>
          <Frame />
          {/* After the frame: its effects run when all others have. */}
          <Keyboard suspend={suspend} />
        </WithPictures>
      </TerminalContext>
    </PickerContext>
  );
}

function Keyboard({ suspend }: Pick<AppProps, 'suspend'>): ReactNode {
  useKeyDispatch(suspend);
  return null;
}

/** Provides the picture layer and repaints after a resize, when terminals move lines. */
function WithPictures({
  onLayer,
  children,
}: Pick<AppProps, 'onLayer'> & { readonly children: ReactNode }): ReactNode {
  const { stdout, write } = useStdout();
  const layer = useMemo(() => {
    const repaint = () => write(TO_TOP);
    return createPictureLayer((text) => void stdout.write(text), repaint);
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
  return <PictureContext value={layer}>{children}</PictureContext>;
}
