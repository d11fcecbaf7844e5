/** The parts of the picker that show a stream. */
export { createPicker } from '../../packages/cli/src/tui/app/create-picker.ts';
export { mount } from '../../packages/cli/src/tui/app/mount.ts';
export { createRedraws } from '../../packages/cli/src/tui/app/redraws.ts';
export { runScreen } from '../../packages/cli/src/tui/screens/run/run-screen.ts';
export { terminalOf } from '../../packages/cli/src/terminal/terminal.ts';
