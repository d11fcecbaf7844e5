import { join } from 'node:path';
import type { History } from '@tryout/engine';
import { dataFolder, fileHistory } from '@tryout/engine/node';
import type { Environment } from '../terminal/terminal.ts';

/** The history of this computer. */
export function openHistory(environment: Environment): History {
  return fileHistory(join(dataFolder(environment), 'history'));
}
