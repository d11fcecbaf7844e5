import type { WidgetExample } from '../../define-model.ts';

/** Texts to shorten; both summarizers show them. */
export const summaryExamples: [WidgetExample, ...WidgetExample[]] = [
  {
    example_title: 'Bees',
    text: `Honey bees live in colonies of many thousand bees. In summer a colony has one queen, who lays the eggs. Most
of the other bees are workers, and workers fly out to gather nectar and pollen. Nectar becomes honey, which feeds the
colony in winter. A worker lives for six weeks only. Beekeepers take part of the honey and give sugar instead.`.replaceAll(
      '\n',
      ' ',
    ),
  },
  {
    example_title: 'The tide',
    text: `The moon pulls at the water of the sea. Where the pull of the moon is strongest, the water of the sea rises.
That is the high tide. As the earth turns, the high tide wanders around it. Most coasts have two high tides a day.
Fishermen know the times by heart.`.replaceAll('\n', ' '),
  },
];
