export { createSession, memoryTokenStore } from '@tryout/engine';
export { default as SelectInput } from 'ink-select-input';
export { createElement } from 'react';
export { createPicker } from '../../packages/cli/src/tui/app/create-picker.ts';
export { mount } from '../../packages/cli/src/tui/app/mount.ts';
export { createRedraws } from '../../packages/cli/src/tui/app/redraws.ts';
export { createPickList } from '../../packages/cli/src/tui/list/pick-list.ts';
export { terminalOf } from '../../packages/cli/src/terminal/terminal.ts';
