import { identityLine } from '../../../sign-in/identity-line.ts';
import { symbolsOf } from '../../../terminal/index.ts';
import type { Picker } from '../../app/picker.ts';
import { paragraph } from '../../panels/paragraph.ts';

/**
 * Who is signed in, where, and by which token.
 * @param isAsking whether the hub is being asked who it is
 * @param origin where the token comes from, once that is known
 */
export function whoLines(
  picker: Picker,
  columns: number,
  { isAsking, origin }: { readonly isAsking: boolean; readonly origin?: string },
): string[] {
  const { session, theme, terminal, hubUrl, isSandbox } = picker;
  const { identity, status } = session.getSnapshot().signIn;
  const dim = (text: string) => paragraph(text, columns, theme.dim);
  const hub = isSandbox ? `The sandbox, at ${hubUrl}` : `At ${hubUrl}`;
  if (status !== 'signed-in') {
    const words = status === 'expired' ? 'Your sign-in has expired.' : 'Nobody is signed in.';
    return [...paragraph(words, columns, theme.title), ...dim(hub)];
  }
  const unknown = isAsking
    ? 'Asking the hub who you are'
    : 'You are signed in, but the hub could not be asked as whom.';
  const pro = identity?.isPro ? `${symbolsOf(terminal).separator}Pro` : '';
  return [
    ...paragraph(identity ? identityLine(identity) + pro : unknown, columns, theme.title),
    ...dim(hub),
    ...(origin === undefined ? [] : dim(`The token is ${origin}.`)),
  ];
}

/** Organisations that cannot be billed, in a sentence; empty without any. */
export function otherOrganisations({ session, theme }: Picker, columns: number): string[] {
  const { identity } = session.getSnapshot().signIn;
  const names = (identity?.orgs ?? []).filter(({ canPay }) => !canPay).map(({ name }) => name);
  if (names.length === 0) return [];
  return paragraph(`Also in, but not to be billed: ${names.join(', ')}`, columns, theme.dim);
}
