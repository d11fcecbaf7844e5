// Draws what a command shows in a terminal as an SVG. The command runs for real, in a pseudo-terminal; nothing is drawn
// that it did not write.
//
//   node scripts/terminal-picture.mjs out.svg [columns] -- command
//   node scripts/terminal-picture.mjs out.svg columns rows 'wait TEXT' 'press down' 'typed' … -- command
import { writeFile } from 'node:fs/promises';
import { linesAfterSteps, linesOfCommand } from './terminal-picture/run.mjs';
import { drawLines } from './terminal-picture/svg.mjs';

const [out, ...rest] = process.argv.slice(2);
const separator = rest.indexOf('--');
const [columns = '90', rows, ...steps] = rest.slice(0, separator);
const command = rest.slice(separator + 1).join(' ');
const width = Number(columns);
const prompt = `printf '\\033[1;32m$\\033[0m %s\\n' ${JSON.stringify(command)}`;
const lines =
  rows === undefined
    ? await linesOfCommand(`${prompt}; ${command}`, width)
    : await linesAfterSteps(command, width, Number(rows), steps);
await writeFile(out, drawLines(lines, width));
