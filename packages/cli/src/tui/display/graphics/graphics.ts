import type { Picker, TerminalQuestions } from '../../app/picker.ts';
import { askTerminal, type CellSize, type TerminalAnswers } from './ask-terminal.ts';
import { drawsNone, isMultiplexed, wayAskedFor, wayByName, type GraphicsWay } from './way.ts';

/** The part of the picker that matters for pictures. */
export type PictureDevice = Pick<Picker, 'terminal' | 'surroundings' | 'device' | 'isRead'>;

/** How pictures are drawn here. */
export interface Graphics {
  readonly way: GraphicsWay;
  readonly cell: CellSize;
  /** How many colours a sixel picture has at most. */
  readonly colours: number;
}

/** Smaller than nearly all, so that a picture never covers what stands below it. */
const SMALL_CELL: CellSize = { width: 6, height: 12 };
/** Terminals fit these pictures into cells themselves. */
const USUAL_CELL: CellSize = { width: 10, height: 20 };
const MOST_COLOURS = 256;

interface Asked {
  /** How many cells the terminal had: with another number they may have another size. */
  readonly cells: string;
  readonly answers: Promise<TerminalAnswers>;
}

const asked = new WeakMap<TerminalQuestions, Asked>();

/** Finds out how pictures are drawn, which the terminal is asked for the first picture, and when its size has changed. */
export async function graphicsOf(picker: PictureDevice): Promise<Graphics> {
  const { terminal } = picker;
  const { environment } = picker.surroundings;
  const wanted = wayAskedFor(environment) ?? (terminal.colours === 'none' ? 'none' : undefined);
  const draws = wanted === undefined ? !drawsNone(environment) : wanted !== 'blocks' && wanted !== 'none';
  if (!draws || !terminal.movesCursor || picker.isRead)
    return { way: wanted === 'none' ? 'none' : 'blocks', cell: USUAL_CELL, colours: MOST_COLOURS };
  const answers = await answersOf(picker);
  const byAnswer = answers.kitty ? 'kitty' : undefined;
  const way = wanted ?? byAnswer ?? wayByName(environment) ?? (answers.sixel ? 'sixel' : 'blocks');
  const cell = cellOf(answers, terminal) ?? (way === 'sixel' ? SMALL_CELL : USUAL_CELL);
  return { way, cell, colours: Math.min(MOST_COLOURS, Math.max(2, answers.colours ?? MOST_COLOURS)) };
}

async function answersOf({ terminal, device, surroundings }: PictureDevice): Promise<TerminalAnswers> {
  const cells = `${terminal.columns} ${terminal.rows}`;
  const before = asked.get(device);
  if (before?.cells === cells) return before.answers;
  const asksKitty = !isMultiplexed(surroundings.environment);
  const answers = Promise.resolve(before?.answers).then((known) => askTerminal(device, asksKitty, known));
  asked.set(device, { cells, answers });
  return answers;
}

/** The size of a cell by the best answer that makes sense: some answer with zeros where they do not know. */
function cellOf(
  { cell, area, largest }: TerminalAnswers,
  { columns, rows }: PictureDevice['terminal'],
): CellSize | undefined {
  const shareOf = (all?: CellSize) => all && { width: all.width / columns, height: all.height / rows };
  return [cell, shareOf(area), shareOf(largest)].find(
    (size) => size && size.width >= 3 && size.height >= size.width && size.height <= size.width * 4,
  );
}
