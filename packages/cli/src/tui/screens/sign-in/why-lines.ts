import type { Picker } from '../../app/picker.ts';
import { paragraph } from '../../panels/paragraph.ts';

/** Why someone is to sign in, and what went wrong with it so far. */
export function whyLines(
  { session, hubUrl, surroundings, theme, connection }: Picker,
  columns: number,
): string[] {
  const { signIn } = session.getSnapshot();
  const { host } = new URL(hubUrl);
  const { status, identity, error } = signIn;
  const lines: string[] = [];
  const say = (text: string, style?: (line: string) => string) =>
    lines.push(...paragraph(text, columns, style));
  if (status === 'signed-in') {
    say(identity ? `You are signed in to ${host} as ${identity.name}.` : `You are signed in to ${host}.`);
    say('Sign in as someone else:');
  } else if (status === 'expired') {
    // Whom the hub knew before, it does not know any more; else the token may have been wrong from the beginning.
    say(
      identity
        ? 'Your sign-in has expired.'
        : `${host} does not take the token: it is wrong, or has expired.`,
      theme.error,
    );
    say('Sign in again; what you filled in is kept.');
  } else say(`Sign in to ${host} to try its models:`);
  if (error) say(error.message, status === 'expired' ? theme.dim : theme.error);
  const given = surroundings.environment['HF_TOKEN']?.trim();
  if (status === 'expired' && given && given === connection().token)
    say(
      'It is the token in HF_TOKEN: mend that variable, or unset it; else it is taken again at the next start.',
    );
  else if (status !== 'signed-in' && given) say('HF_TOKEN is set and signs in at the next start; unset it.');
  return lines;
}
