import { priceText } from '../cost.ts';
import type { ModelDetails, Price } from '../hub/index.ts';
import { count, shortCount } from './numbers.ts';

/** More facts: `mit license`, `8.0B parameters`, `transformers`, `groq: $0.05 in, $0.08 out per 1M tokens`. */
export function detailFacts({ license, parameters, library, providers }: ModelDetails): string[] {
  return [
    ...(license === undefined ? [] : [`${license} license`]),
    ...(parameters === undefined ? [] : [`${shortCount(parameters)} parameters`]),
    ...(library === undefined ? [] : [library]),
    ...providers.flatMap(({ name, price }) =>
      price ? [`${name}: ${priceText(price)}${contextText(price)}`] : [],
    ),
  ];
}

function contextText({ contextLength }: Price): string {
  return contextLength === undefined ? '' : `, ${count(contextLength)} tokens of context`;
}
