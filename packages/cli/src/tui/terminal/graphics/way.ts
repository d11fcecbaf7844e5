import type { Environment } from '../../../terminal/terminal.ts';

/**
 * How a terminal is made to draw a picture: kitty's graphics protocol, the inline images of iTerm2, sixel (DEC), coloured
 * half blocks, or letters.
 */
export type GraphicsWay = 'kitty' | 'iterm' | 'sixel' | 'blocks' | 'none';

/** The environment variable that says which way to take, where the terminal's own answers are wrong. */
const GRAPHICS_VARIABLE = 'TRYOUT_GRAPHICS';

const ways: readonly string[] = ['kitty', 'iterm', 'sixel', 'blocks', 'none'] satisfies GraphicsWay[];

/** The way that the person asks for; undefined where none is named. */
export function wayAskedFor(environment: Environment): GraphicsWay | undefined {
  const asked = environment[GRAPHICS_VARIABLE]?.trim().toLowerCase();
  return asked !== undefined && ways.includes(asked) ? (asked as GraphicsWay) : undefined;
}

/** Whether all goes through tmux or screen, which pass on only what they know. */
export function isMultiplexed(environment: Environment): boolean {
  return (
    Boolean(environment['TMUX'] ?? environment['STY']) || /^(?:tmux|screen)/.test(environment['TERM'] ?? '')
  );
}

/** The way that a terminal's name stands for, where its answers do not tell; undefined for all others. */
export function wayByName(environment: Environment): GraphicsWay | undefined {
  if (isMultiplexed(environment)) return undefined;
  const { TERM = '', TERM_PROGRAM = '', LC_TERMINAL = '', KITTY_WINDOW_ID } = environment;
  if (KITTY_WINDOW_ID || /kitty|ghostty/i.test(TERM) || /ghostty/i.test(TERM_PROGRAM)) return 'kitty';
  return /^(?:iTerm\.app|mintty|WezTerm)$/.test(TERM_PROGRAM) || LC_TERMINAL === 'iTerm2'
    ? 'iterm'
    : undefined;
}

/** Terminals that draw no pictures, and of which some show questions as text. */
export function drawsNone(environment: Environment): boolean {
  return (
    environment['TERM_PROGRAM'] === 'Apple_Terminal' ||
    /^(?:dumb|linux|vt\d+)$/.test(environment['TERM'] ?? '')
  );
}
