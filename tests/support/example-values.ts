import { fileFromBlob, type Values } from '@tryout/engine';

const file = (type: string) => fileFromBlob(new Blob(['x'], { type }), 'x');

/** A value for every field of every task. */
export const exampleValues: Values = {
  text: 'ham',
  context: 'ham',
  question: 'ham?',
  query: 'ham?',
  sourceSentence: 'ham',
  sentences: ['ham'],
  candidateLabels: ['ham', 'eggs'],
  table: { a: ['1'] },
  data: { a: ['1'] },
  image: file('image/png'),
  audio: file('audio/wav'),
};
