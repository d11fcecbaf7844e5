import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startSandbox, type Sandbox, type WidgetExample } from '@tryout/sandbox';
import { post } from '../support.ts';

const number = expect.any(Number) as number;
const text = expect.any(String) as string;
const label = { label: text, score: number };

type Shape = (answer: unknown) => void;

function each(entry: unknown): Shape {
  return (answer) => {
    const entries = answer as unknown[];
    expect(entries.length).toBeGreaterThan(0);
    for (const found of entries) {
      expect(found).toEqual(entry);
      const { score = 0 } = found as { score?: number };
      expect(score).toBeGreaterThanOrEqual(0);
      expect(score).toBeLessThanOrEqual(1);
    }
  };
}

const numbers: Shape = (answer) => {
  expect((answer as number[]).length).toBeGreaterThan(0);
  expect((answer as unknown[]).every((value) => typeof value === 'number')).toBe(true);
};

const file = 'the bare file';

/** The response format of the real API for each task, as recorded. */
const shapes: Record<string, Shape | typeof file> = {
  'audio-classification': each(label),
  'audio-to-audio': each({ label: text, blob: text, 'content-type': 'audio/wav' }),
  'automatic-speech-recognition': (answer) => expect(answer).toEqual({ text }),
  'document-question-answering': (answer) => each(expect.objectContaining({ answer: text }))(answer),
  'feature-extraction': (answer) => numbers((answer as unknown[]).flat()),
  'fill-mask': each({ score: number, token: number, token_str: text, sequence: text }),
  'image-classification': each(label),
  'image-segmentation': each({ ...label, mask: expect.stringMatching(/^iVBOR/) as string }),
  'image-to-image': file,
  'image-to-text': (answer) => expect(answer).toEqual([{ generated_text: text }]),
  'object-detection': each({ ...label, box: { xmin: number, ymin: number, xmax: number, ymax: number } }),
  'question-answering': (answer) =>
    expect(answer).toEqual({ answer: text, start: number, end: number, score: number }),
  'sentence-similarity': numbers,
  summarization: (answer) => expect(answer).toEqual([{ summary_text: text }]),
  'table-question-answering': (answer) =>
    expect(answer).toEqual({
      answer: text,
      aggregator: text,
      cells: expect.any(Array) as unknown,
      coordinates: expect.any(Array) as unknown,
    }),
  'tabular-classification': numbers,
  'tabular-regression': numbers,
  'text-classification': (answer) => each(label)((answer as unknown[])[0]),
  'text-generation': (answer) => expect(answer).toEqual([{ generated_text: text }]),
  'text-to-image': file,
  'text-to-speech': file,
  'token-classification': each({ entity_group: text, word: text, start: number, end: number, score: number }),
  translation: (answer) => expect(answer).toEqual([{ translation_text: text }]),
  'visual-question-answering': each({ answer: text, score: number }),
  'zero-shot-classification': each(label),
  'zero-shot-image-classification': each(label),
  'text-to-video': file,
  'image-to-video': file,
  'image-text-to-image': file,
  'image-text-to-video': file,
  'text-to-audio': file,
};

async function fetchFile(address: string | undefined): Promise<Uint8Array> {
  const response = await fetch(address ?? '');
  expect(response.status).toBe(200);
  return new Uint8Array(await response.arrayBuffer());
}

async function base64(address: string | undefined): Promise<string> {
  return Buffer.from(await fetchFile(address)).toString('base64');
}

/** The request for an example in the format of its task. */
async function bodyFor(task: string, example: WidgetExample): Promise<unknown> {
  const labels = example.candidate_labels?.split(',').map((entry) => entry.trim());
  switch (task) {
    case 'document-question-answering':
    case 'visual-question-answering':
      return { inputs: { question: example.text, image: await base64(example.src) } };
    case 'zero-shot-image-classification':
      return { inputs: { image: await base64(example.src) }, parameters: { candidate_labels: labels } };
    case 'image-text-to-image':
    case 'image-text-to-video':
      return { inputs: await base64(example.src), parameters: { prompt: example.prompt } };
    case 'image-to-image':
      return { inputs: await base64(example.src), parameters: { prompt: example.text } };
    case 'question-answering':
      return { inputs: { question: example.text, context: example.context } };
    case 'sentence-similarity':
      return { inputs: { source_sentence: example.source_sentence, sentences: example.sentences } };
    case 'table-question-answering':
      return { inputs: { query: example.text, table: example.table } };
    case 'tabular-classification':
    case 'tabular-regression':
      return { inputs: { data: example.structured_data ?? example.table } };
    case 'zero-shot-classification':
      return {
        inputs: example.text,
        parameters: { candidate_labels: labels, multi_label: example.multi_class },
      };
    default:
      return example.src === undefined ? { inputs: example.text } : fetchFile(example.src);
  }
}

describe('the first model of each task', () => {
  let sandbox: Sandbox;

  beforeAll(async () => {
    sandbox = await startSandbox();
  });
  afterAll(() => sandbox.close());

  /** Dear, and like others. */
  const nightly = ['document-question-answering', 'image-to-video', 'image-text-to-video'];
  const tagsOf = (task: string) => (nightly.includes(task) ? ['nightly'] : []);

  for (const [task, shape] of Object.entries(shapes))
    it(task, { tags: tagsOf(task) }, async () => {
      const list = await fetch(`${sandbox.hubUrl}/api/models?pipeline_tag=${task}&limit=1`);
      const [{ id }] = (await list.json()) as [{ id: string }];
      const info = await fetch(`${sandbox.hubUrl}/api/models/${id}?expand[]=widgetData`);
      const { widgetData } = (await info.json()) as { widgetData: WidgetExample[] };
      const example = widgetData[0] ?? {};
      const body = await bodyFor(task, example);
      const response = await post(`${sandbox.inferenceUrl}/hf-inference/models/${id}`, body);
      if (shape === file) {
        expect(response.headers.get('content-type')).toMatch(/^(?:image\/png|audio\/wav|video\/webm)$/);
        const start = Buffer.from(await response.arrayBuffer())
          .subarray(0, 4)
          .toString('latin1');
        expect(['\u0089PNG', 'RIFF', '\u001aE\u00df\u00a3']).toContain(start);
        return;
      }
      const answer: unknown = await response.json();
      expect(response.status, JSON.stringify(answer).slice(0, 300)).toBe(200);
      shape(answer);
    });
});
