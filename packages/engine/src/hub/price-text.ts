/** US dollars per 1M tokens. */
export interface Price {
  readonly input: number;
  readonly output: number;
}

/** `$0.05 in, $0.08 out per 1M tokens` */
export function priceText({ input, output }: Price): string {
  return `$${input} in, $${output} out per 1M tokens`;
}
