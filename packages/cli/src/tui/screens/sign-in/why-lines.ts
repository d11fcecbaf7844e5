import type { Picker } from '../../app/picker.ts';
import { paragraph } from '../../panels/paragraph.ts';

/** Why someone is to sign in, and what went wrong with it so far. */
export function whyLines({ session, hubUrl, surroundings, theme }: Picker, columns: number): string[] {
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
  if (status !== 'signed-in' && surroundings.environment['HF_TOKEN']?.trim()) {
    say('HF_TOKEN is set, and goes first again when Tryout is started anew: mend it, or unset it.');
  }
  return lines;
}
