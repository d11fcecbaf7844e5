import { defineModel } from '../../define-model.ts';
import { colorRule } from './colors/color-names.ts';
import { keepTop } from './parameters.ts';
import { statisticsRule } from './picture-statistics.ts';
import { answerQuestion } from './questions/answer-question.ts';
import { chanceRule } from './questions/chances.ts';
import { filterRule } from './questions/object-filter.ts';
import { regionRule } from './regions/find-regions.ts';
import { shrinkRule } from './regions/working-copy.ts';
import { objectRule } from './shapes/find-objects.ts';
import { shapeRule } from './shapes/fit-shape.ts';
import { objectWordRule } from './words/word-rules.ts';
import { placeRule } from './shapes/place.ts';

/** Answers questions about colored shapes. */
export const shapeQuestions = defineModel({
  id: 'sandbox/shape-questions',
  task: 'visual-question-answering',
  card: `# Shape questions

Finds the colored shapes of a picture and answers English questions about them. The first kind of question that the words
fit decides. \`top_k\` (5 unless given) says how many answers are given, best first.

| question | answers and scores |
|---|---|
| is, are, does, has … background | yes with the named colors' share of the background, and no |
| is … bright, dark, colorful | yes with that measure of the whole picture, and no |
| is, are, does, has … | yes with the chance that at least one object is meant, and no |
| how many … | the possible numbers, each with its chance |
| where … | places of the objects that are meant, by area |
| how big, wide, tall …, size | the box of the largest object that is meant; if the question names none, the picture |
| … color … background | the background's colors, by area |
| … color … | colors of the objects that are meant, by area; if the question names none, of the whole picture |
| what, which shape … | shapes of the objects that are meant, by area |
| … largest, smallest … | that object |
| anything else | the objects that are meant, by area |

${filterRule} ${chanceRule} ${placeRule} "Left" means the whole left column, "top" the whole
top row.

${objectRule}

${regionRule}

${shapeRule}

### Measures of the whole picture

${statisticsRule}

${shrinkRule}

${objectWordRule}

${colorRule}
## Limits

It knows no things but shapes, and it does not relate one object to another ("left of the circle").
`,
  examples: [
    { example_title: 'How many', src: 'shapes.png', text: 'How many red circles are there?' },
    { example_title: 'Background', src: 'shapes.png', text: 'What color is the background?' },
    { example_title: 'Where', src: 'shapes.png', text: 'What is on the left?' },
  ],
  answer: ({ question, image }, parameters) => keepTop(answerQuestion(question, image), parameters, 5),
});
