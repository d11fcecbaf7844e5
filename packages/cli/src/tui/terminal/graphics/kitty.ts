/** Base64 of one sequence at most (kitty's graphics protocol, "Remote client"). */
const CHUNK = 4096;

/** Pictures of other programs in the same terminal keep their numbers. */
let lastNumber = Math.floor(Math.random() * 0x7fff_0000) + 1;

/** What draws a PNG file over cells in kitty's graphics protocol, and takes it away; without an answer, cursor unmoved. */
export function kittyPicture(
  png: Buffer,
  { columns, rows }: { readonly columns: number; readonly rows: number },
): { draw: string; erase: string } {
  const number = (lastNumber += 1);
  const encoded = png.toString('base64');
  const control = `a=T,f=100,t=d,i=${number},c=${columns},r=${rows},C=1,q=2`;
  let draw = '';
  for (let at = 0; at < encoded.length; at += CHUNK) {
    const more = at + CHUNK < encoded.length ? 1 : 0;
    draw += `\u001b_G${at === 0 ? `${control},` : 'q=2,'}m=${more};${encoded.slice(at, at + CHUNK)}\u001b\\`;
  }
  return { draw, erase: `\u001b_Ga=d,d=I,i=${number},q=2\u001b\\` };
}
