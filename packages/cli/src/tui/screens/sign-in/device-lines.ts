import { visibleLine, type DeviceCode } from '@tryout/engine';
import { lifeOf } from '../../../sign-in/life-of.ts';
import { widthOf } from '../../../terminal/index.ts';
import type { Picker } from '../../app/picker.ts';
import type { Size } from '../../display/size.ts';
import { paragraph } from '../../panels/paragraph.ts';

/** Rows below which the code has no frame around it. */
const ROOMY = 12;

/** What to do with a code. @param left seconds that it still lasts */
export function deviceLines(
  { userCode, verificationUri, verificationUriComplete: complete }: DeviceCode,
  left: number,
  { columns, rows }: Size,
  { theme, terminal, isRead }: Pick<Picker, 'theme' | 'terminal' | 'isRead'>,
): readonly string[] {
  const code = visibleLine(userCode);
  const isFramed = rows >= ROOMY && !isRead && widthOf(code) + 8 <= columns;
  const time = isRead ? lifeOf(left) : clock(left);
  return [
    ...paragraph('Open this page in any browser, on a phone too:', columns),
    ...paragraph(verificationUri, columns, theme.accent),
    ...(isFramed ? [''] : []),
    ...paragraph('and enter the code', columns),
    ...(isFramed ? framed(code, theme.title, terminal.unicode) : [`  ${theme.title(code)}`]),
    ...(complete === undefined
      ? []
      : [
          ...(isFramed ? [''] : []),
          ...paragraph('or open the page with the code in it:', columns),
          ...paragraph(complete, columns, theme.accent),
        ]),
    ...(isFramed ? [''] : []),
    ...paragraph(`The code lasts ${time}. Waiting for you; Esc cancels.`, columns, theme.dim),
  ];
}

/** `14:59`. */
function clock(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}

function framed(code: string, style: (text: string) => string, unicode: boolean): string[] {
  const [corners, across, down] = unicode ? ['╭╮╰╯', '─', '│'] : ['++++', '-', '|'];
  const edge = across!.repeat(widthOf(code) + 4);
  const [topLeft, topRight, bottomLeft, bottomRight] = [...corners!];
  return [
    `  ${topLeft}${edge}${topRight}`,
    `  ${down}  ${style(code)}  ${down}`,
    `  ${bottomLeft}${edge}${bottomRight}`,
  ];
}
