import { escapeMarkup, visibleLine } from '../text/index.ts';

/** HTML that `html` wrote, in which everything else is escaped. */
export class Markup {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

export type Content = string | number | undefined | Markup | readonly Content[];

/** A template whose values are text, never markup. */
export function html(parts: TemplateStringsArray, ...values: readonly Content[]): Markup {
  return new Markup(parts.map((part, index) => part + render(values[index])).join(''));
}

function render(value: Content): string {
  if (value instanceof Markup) return value.text;
  if (typeof value === 'object') return value.map(render).join('');
  return value === undefined ? '' : escapeMarkup(visibleLine(String(value)));
}
