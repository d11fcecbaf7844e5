import { canRun, isRunning, missingLabels } from '@tryout/engine';
import { Box } from 'ink';
import { useState, type ReactNode } from 'react';
import { Lines } from '../components/lines.tsx';
import { TextLine } from '../components/text-line.tsx';
import { useKeys } from '../hooks/use-keys.ts';
import { useNavigation } from '../hooks/use-navigation.ts';
import { useNotify } from '../hooks/use-notice.ts';
import { usePicker } from '../hooks/use-picker.ts';
import { useSession } from '../hooks/use-session.ts';
import { useTerminal } from '../hooks/use-terminal.ts';

/** The inputs of the chosen task, and what leads from them: a run, examples, parameters, the provider, code. */
export function FormScreen(): ReactNode {
  const { session } = usePicker();
  const state = useSession();
  const { theme, body } = useTerminal();
  const navigation = useNavigation();
  const notify = useNotify();
  const [focused, setFocused] = useState(0);
  const fields = Object.entries(state.task?.fields ?? {});
  const run = () => {
    if (isRunning(state)) return navigation.open('run');
    if (!canRun(state)) return notify(`Missing: ${missingLabels(state).join(', ')}`);
    void session.run();
    navigation.open('run');
  };
  useKeys({
    commands: [
      { keys: ['enter', 'ctrl+r'], label: 'run', help: 'Run the model', run },
      {
        keys: ['tab', 'down'],
        label: 'next input',
        isMinor: true,
        run: () => setFocused((focused + 1) % fields.length),
      },
      { keys: ['ctrl+p'], label: 'parameters', run: () => navigation.open('parameters') },
      { keys: ['ctrl+t'], label: 'provider', run: () => navigation.open('provider') },
      { keys: ['ctrl+o'], label: 'last run', isMinor: true, run: () => navigation.open('run') },
      { keys: ['ctrl+g'], label: 'code', isMinor: true, run: () => navigation.open('code') },
    ],
  });
  return (
    <Box flexDirection="column">
      {fields.map(([name, field], index) => (
        <Box key={name} flexDirection="column">
          <Lines lines={[index === focused ? theme.accent(field.label) : field.label]} />
          <TextLine
            value={typeof state.values[name] === 'string' ? state.values[name] : ''}
            onChange={(value) => session.setValue(name, value === '' ? undefined : value)}
            width={body.columns - 2}
            label="  "
            isFocused={index === focused}
          />
        </Box>
      ))}
    </Box>
  );
}
