// Generates task data from @huggingface/tasks: names, modalities and the catalog from its tables, example inputs from its
// snippets, parameters from the JSON Schemas in its sources. Run `npm run generate` after updating that package.
import { readFile, readdir, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { format } from 'oxfmt';
import {
  getModelInputSnippet,
  MAPPING_DEFAULT_WIDGET,
  MODALITIES,
  MODALITY_LABELS,
  MODEL_LIBRARIES_UI_ELEMENTS,
  PIPELINE_DATA,
  TASKS_DATA,
} from '@huggingface/tasks';
import { collectParameters } from './parameters-from-schema.mjs';
import { fixTexts } from './text-fixes.mjs';

const engine = new URL('../packages/engine/src/tasks/', import.meta.url);
const require = createRequire(import.meta.url);
const schemas = join(dirname(require.resolve('@huggingface/tasks/package.json')), 'src/tasks');

/** The tasks that have a definition in the engine. */
async function definedTasks() {
  const folder = new URL('definitions/', engine);
  const files = (await readdir(folder)).map((name) => readFile(new URL(name, folder), 'utf8'));
  const ids = (await Promise.all(files)).join('\n').matchAll(/^ {2}'?([a-z-]+)'?: defineTask\(/gm);
  return Array.from(ids, ([, id]) => id).sort();
}

async function readSchema(path) {
  return JSON.parse(await readFile(join(schemas, path), 'utf8'));
}

/** Tasks whose prompt is an input of the form, not a parameter. */
const promptTasks = ['image-text-to-image', 'image-text-to-video', 'image-to-video'];

async function parametersOf(task, common) {
  const schema = await readSchema(`${task}/spec/input.json`).catch((error) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
  const parameters = schema ? collectParameters(schema, common) : [];
  return parameters.filter(({ name }) => name !== 'prompt' || !promptTasks.includes(task));
}

/** Describes parameters without a description like others of the same name and kind. */
function describeAlike(specs) {
  for (const spec of specs.filter(({ description }) => description === '')) {
    const alike = specs.find(
      ({ name, kind, description }) => name === spec.name && kind === spec.kind && description,
    );
    if (alike) spec.description = alike.description;
  }
}

/** In the package, only documents have a question about an image. */
const elsewhere = { 'visual-question-answering': 'document-question-answering' };

/** An example input in the form that model cards have. Its missing word is `<mask>`. */
function exampleOf(task) {
  const input = inputOf(elsewhere[task] ?? task);
  return { ...cardForm(input), candidate_labels: candidateLabelsOf(task) };
}

/** Texts are JSON, tables are JSON in single quotes, and messages are objects. */
function inputOf(pipeline_tag) {
  const written = getModelInputSnippet({ id: '', tags: [], pipeline_tag, mask_token: '<mask>' });
  return typeof written === 'string' ? JSON.parse(written.replace(/^'([^]*)'$/, '$1')) : written;
}

function cardForm(input) {
  if (typeof input === 'string') return /^\S+\.\w+$/.test(input) ? { src: input } : { text: input };
  if (Array.isArray(input)) {
    const [{ content }] = input;
    if (typeof content === 'string') return { text: content };
    const [text, image] = content;
    return { text: text.text, src: image.image_url.url };
  }
  if (Object.values(input).every(Array.isArray)) return { structured_data: input };
  const { question, query, image, ...others } = input;
  return { ...others, text: question ?? query, src: image };
}

function candidateLabelsOf(task) {
  const [widget] = MAPPING_DEFAULT_WIDGET.get('en')?.get(task) ?? [];
  if (widget?.candidate_labels) return widget.candidate_labels;
  return TASKS_DATA[task]?.demo.inputs.find(({ label }) => label === 'Classes')?.content;
}

const HUB = 'https://huggingface.co';

/** Metrics with a page on the Hub whose names differ from it. */
const metricPages = {
  'Mean Intersection over Union': 'mean_iou',
  Perplexity: 'perplexity',
  'exact-match': 'exact_match',
  'r-squared': 'r_squared',
};
const metricsWithPage = /^(accuracy|bleu|cer|f1|mse|perplexity|precision|recall|rouge|sacrebleu|wer)$/;

/** Entries that @huggingface/tasks lacks, in its form. */
const missingEntries = {
  'text-to-audio': {
    summary:
      'Text-to-audio models generate music, sound effects and other audio from a description in natural language.',
    demo: {
      inputs: [{ type: 'text', label: 'Input', content: exampleOf('text-to-audio').text }],
      outputs: [{ type: 'text', label: 'Output', content: 'A stereo recording of 30 seconds.' }],
    },
    models: [
      { id: 'stabilityai/stable-audio-open-1.0', description: 'A model for sound effects and short music.' },
      { id: 'facebook/musicgen-small', description: 'A small model for music.' },
    ],
    datasets: [],
    metrics: [],
    spaces: [],
    libraries: ['transformers', 'diffusers'],
    widgetModels: [],
  },
};

/** A task's entry of the catalog, with links. Libraries have the names of the library registry. */
function catalogEntryOf(task) {
  const { summary, demo, widgetModels, canonicalId, youtubeId, ...lists } =
    TASKS_DATA[task] ?? missingEntries[task];
  const items = (list, folder) =>
    list
      .map((item) => ({ ...item, id: item.id.replace(/^datasets\//, '') }))
      .filter(({ id }) => id !== '')
      .map(({ id, description }) => ({
        id,
        description: sentence(description),
        url: `${HUB}/${folder}${id}`,
      }));
  /** Files have links; labels do not repeat the heading. */
  const demoItem = (item) => ({
    ...item,
    label: item.label?.replace(/^(Input|Output)$/, ''),
    url: item.filename && `${HUB}/datasets/huggingfacejs/tasks/resolve/main/${task}/${item.filename}`,
  });
  const metricPage = (id) => metricPages[id] ?? metricsWithPage.exec(id)?.[0];
  return {
    summary: sentence(summary),
    demo: { inputs: demo.inputs.map(demoItem), outputs: demo.outputs.map(demoItem) },
    models: items(lists.models, ''),
    datasets: items(lists.datasets, 'datasets/'),
    metrics: lists.metrics.map(({ id, description }) => ({
      id,
      description: sentence(description),
      url: metricPage(id) && `${HUB}/spaces/evaluate-metric/${metricPage(id)}`,
    })),
    spaces: items(lists.spaces, 'spaces/'),
    libraries: lists.libraries.map((id) => {
      const { prettyLabel: label, docsUrl, repoUrl } = MODEL_LIBRARIES_UI_ELEMENTS[id];
      return { id, label, url: docsUrl ?? repoUrl };
    }),
    subtasks: (PIPELINE_DATA[task].subtasks ?? []).map(({ type: id, name: label }) => ({ id, label })),
    links: [
      ...(youtubeId
        ? [{ id: 'video', label: 'Video on YouTube', url: `https://www.youtube.com/watch?v=${youtubeId}` }]
        : []),
      { id: 'page', label: 'Task page on the Hub', url: `${HUB}/tasks/${task}` },
    ],
    youtubeId: youtubeId || undefined,
    widgetModels,
    canonicalId,
  };
}

/** On one line, with a period. */
function sentence(text) {
  return text
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/[^.!?]$/, '$&.');
}

/** The generated files: name to formatted text. */
export async function generateTaskData() {
  const tasks = await definedTasks();
  const common = await readSchema('common-definitions.json');
  const parameters = {};
  for (const task of [...tasks, 'chat-completion']) parameters[task] = await parametersOf(task, common);
  describeAlike(Object.values(parameters).flat());
  const names = Object.fromEntries(
    tasks.map((task) => [
      task,
      {
        label: PIPELINE_DATA[task].name,
        modality: PIPELINE_DATA[task].modality,
      },
    ]),
  );
  const examples = Object.fromEntries(
    [...tasks, 'image-text-to-text'].map((task) => [task, exampleOf(task)]),
  );
  const used = new Set(Object.values(names).map(({ modality }) => modality));
  const modalities = Object.fromEntries(
    MODALITIES.filter((name) => used.has(name)).map((name) => [name, MODALITY_LABELS[name]]),
  );
  const catalog = Object.fromEntries(tasks.map((task) => [task, catalogEntryOf(task)]));
  const fixed = JSON.parse(fixTexts(JSON.stringify({ parameters, catalog })));
  const files = {
    'names.generated.json': JSON.stringify({ tasks: names, modalities }),
    'parameters.generated.json': JSON.stringify(fixed.parameters),
    'examples.generated.json': JSON.stringify(examples),
    'catalog.generated.json': JSON.stringify(fixed.catalog),
  };
  for (const name of Object.keys(files)) {
    const { code, errors } = await format(name, files[name], { printWidth: 110 });
    if (errors.length > 0) throw new Error(`${name}: ${errors[0].message}`);
    files[name] = code;
  }
  return files;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  for (const [name, text] of Object.entries(await generateTaskData()))
    await writeFile(new URL(name, engine), text);
}
