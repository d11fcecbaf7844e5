import { escapeMarkup, visibleLine } from '../text/index.ts';

/** HTML that `markup` wrote, in which everything else is escaped. */
export class Markup {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

export type Content = string | number | undefined | Markup | readonly Content[];

/** A template of HTML whose values are text. The name keeps formatters away. */
export function markup(parts: TemplateStringsArray, ...values: readonly Content[]): Markup {
  return new Markup(parts.map((part, index) => part + render(values[index])).join(''));
}

function render(value: Content): string {
  if (value instanceof Markup) return value.text;
  if (typeof value === 'object') return value.map(render).join('');
  return value === undefined ? '' : escapeMarkup(visibleLine(String(value)));
}
