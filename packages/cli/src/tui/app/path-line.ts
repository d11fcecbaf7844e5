import { visibleLine } from '@tryout/engine';
import { pad, symbolsOf, truncate, widthOf } from '../../terminal/index.ts';
import type { Picker } from './picker.ts';

const NAME = 'Tryout';

/** The top line: where the person is, and who. A long path loses its beginning, since its end says where. */
export function pathLine({ screens, session, terminal, theme, isSandbox }: Picker): string {
  const { columns } = terminal;
  const { ellipsis } = symbolsOf(terminal);
  const { identity, status } = session.getSnapshot().signIn;
  const who = identity ? visibleLine(identity.name) : status === 'signed-in' ? '' : 'signed out';
  const account = [who, isSandbox && 'sandbox'].filter(Boolean).join(symbolsOf(terminal).separator);
  // What lies below a gate is for who is signed in.
  const gate = screens.findLastIndex((screen) => screen.isGate?.() === true);
  const within = screens.slice(Math.max(0, gate));
  const crumbs = within.map((screen) => screen.crumb?.()).filter((crumb) => crumb !== undefined);
  const shown = [NAME, ...crumbs.map(visibleLine)];
  const right = widthOf(account) + 2 < columns / 2 ? account : '';
  const room = columns - (right === '' ? 0 : widthOf(right) + 1);
  while (shown.length > 1 && widthOf(shown.join(theme.arrow)) > room) shown.shift();
  const last = truncate(shown.at(-1)!, room, ellipsis);
  const before = shown
    .slice(0, -1)
    .map((crumb) => crumb + theme.arrow)
    .join('');
  const path = theme.dim(before) + theme.title(last);
  return right === '' ? path : `${pad(path, room)} ${theme.dim(right)}`;
}
