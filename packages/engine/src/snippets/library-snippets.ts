import type { LibraryUiElement, ModelData } from '@huggingface/tasks';
import { type ModelInfo, isModelId } from '../hub/index.ts';
import { own, isRecord } from '../text/index.ts';
import type { Grammar } from './client.ts';
import { isPythonName } from './python/code.ts';

type Fix = (code: string) => string;

function replacing(pattern: RegExp, replacement: string): Fix {
  return (code) => code.replace(pattern, replacement);
}

function importing(used: RegExp, imports: string): Fix {
  return (code) =>
    used.test(code) && !code.includes(`${imports}\n`)
      ? code.replace(/^(?=import |from )/m, `${imports}\n`)
      : code;
}

/** Replaces `<path/to/image>` in commands, which a shell would read as a redirection; names become capitals. */
const withoutPlaceholders: Fix = (code) =>
  /^(?:htrflow|hf|uv) /m.test(code)
    ? code.replace(/^[^#].*$/gm, (line) =>
        line.replace(/<([\w./-]+)>/g, (_, name: string) => (name.includes('/') ? name : name.toUpperCase())),
      )
    : code;

/** Moves comments after a backslash, which would end the command, in front of it. */
const withCommentsAhead: Fix = (code) => {
  const notes = [...code.matchAll(/^ *(--[\w.]+)=.*\\ +# <- (.*)$/gm)].map(
    ([, option, note]) => `# ${option}: ${note}\n`,
  );
  return notes.join('') + code.replace(/(\\) +# <- .*$/gm, '$1');
};

/** Removes the import of a package without a valid Python name. */
const withModuleNames: Fix = (code) => {
  const name = /^# .*\bimport.* as a? ?module.*\nimport (.*)$/im.exec(code)?.[1] ?? '_';
  return isPythonName(name) ? code : code.replace(/\n+# .*\bimport.* as a? ?module[^]*$/i, '');
};

/** Splits a notebook's `!pip install` and its comment into a separate shell snippet. */
function splitMagic(code: string): string[] {
  const [, command, rest = ''] = /^((?:#.*\n)*!.*)\n*([^]*)$/.exec(code) ?? [];
  return command === undefined ? [code] : [command.replace(/^!/m, ''), rest];
}

const videoOfLora = replacing(/^image = (?=.*\.frames\[0\]\nexport_to_video\(output,)/m, 'output = ');
/** A pipeline with a device map cannot be moved. */
const placedOnce = replacing(/(device_map="cuda"\)\n)pipe\.to\("cuda"\)\n/, '$1');
const olderVersion = replacing(
  /^# 'pip install "transformers<5\.0\.0'$/m,
  '# pip install "transformers<5.0.0"',
);
const hubCommand = replacing(/\bhuggingface-cli (?=download\b)/g, 'hf ');

/** Fixes for templates of @huggingface/tasks 0.21.54, by library. */
const libraryFixes: Readonly<Record<string, readonly Fix[]>> = {
  // Not a version, but part of the ID of a copy.
  PaddleOCR: [replacing(/pipeline_version="[^"]*\/[^"]*"/, '')],
  cartesia_pytorch: [replacing(/\n\)$/, '')],
  chat_tts: [importing(/\btorch\./, 'import torch')],
  'depth-anything-v2': [
    importing(/\bhf_hub_download\b/, 'from huggingface_hub import hf_hub_download'),
    replacing(/(\[256, 512, 1024, 1024)(?=\))/, '$1]'),
    replacing(/^(?=model = .*=<\w+>)/m, '# Fill in the values from the model card\n'),
    replacing(/=<\w+>/g, '=...'),
  ],
  diffusers: [videoOfLora, placedOnce],
  edsnlp: [withModuleNames],
  espnet: [replacing(/^(?=unknown model type)/, '# '), importing(/\bsoundfile\.read/, 'import soundfile')],
  gliner2: [replacing(/(?<=^model = GLiNER2[^]*\n\w+ = )extractor\./m, 'model.')],
  'kimi-audio': [importing(/\bsf\./, 'import soundfile as sf')],
  lerobot: [withCommentsAhead],
  // If there are several files, the library lists them.
  'llama-cpp-python': [replacing(/\{\{GGUF_FILE\}\}/, '*.gguf')],
  lvface: [replacing(/^ +(?=from )/m, '')],
  'ml-agents': [replacing(/download: string\[\]s/, 'downloads')],
  outetts: [replacing(/^ {2}/gm, '')],
  peft: [replacing(/^(?=Task type|Base model)/, '# ')],
  'phantom-wan': [replacing(/^ (?=video = )/m, ''), replacing(/\bWANI2V\b/, 'WanI2V')],
  'pruna-ai': [
    replacing(/^from pruna(?:_pro)? import Pruna(?:Pro)?Model\n(?=pip )/, ''),
    videoOfLora,
    placedOnce,
    olderVersion,
  ],
  sam2: [replacing(/<(\w+)>/g, '$1'), replacing(/(\.add_new_points\(.*\)):/, '$1')],
  sklearn: [replacing(/(joblib\.load\(\n\s*")(?!path_to_folder)/, '$1path_to_folder/')],
  spacy: [withModuleNames],
  transformers: [olderVersion],
  univa: [
    replacing(/^ {4}/gm, ''),
    importing(/\btorch\./, 'import torch\nfrom transformers import AutoProcessor'),
  ],
  vui: [replacing(/(import Vui),$/m, '$1')],
};

/** The code of a library's templates without its errors. */
function fixTemplates(library: string, pieces: readonly string[]): readonly string[] {
  const fixes = own(libraryFixes, library) ?? [];
  return pieces
    .map((piece) => fixes.reduce((code, fix) => fix(code), piece))
    .flatMap(splitMagic)
    .map((piece) => hubCommand(withoutPlaceholders(piece)))
    .filter((code) => code !== '');
}

/** A piece of code for a library: to install it, load the model, or run it. */
interface LibrarySnippet {
  readonly grammar: Grammar;
  /** Without a final newline, invisible or control characters. */
  readonly code: string;
}

export interface LibrarySnippets {
  /** The Hub's name of the library, for example `transformers`. */
  readonly library: string;
  /** For example `Transformers`. */
  readonly label: string;
  readonly docsUrl?: string | undefined;
  readonly repoUrl?: string | undefined;
  /** At least one, in the order of use. */
  readonly snippets: readonly LibrarySnippet[];
}

/**
 * Code for a model's library from the templates of @huggingface/tasks. The texts of cards are untrusted: they cannot
 * end the literals and comments that contain them.
 * @returns undefined if there is no code for the library, or for an invalid ID
 */
export async function createLibrarySnippets(info: ModelInfo): Promise<LibrarySnippets | undefined> {
  const library = info.library_name;
  const known = typeof library === 'string' ? await knownLibrary(library) : undefined;
  if (library === undefined || !known || typeof info.id !== 'string' || !isModelId(info.id)) return undefined;
  const templates = known
    .snippets(getModelData(info, library))
    .map((code) => withQuotedId(tidy(code), info.id));
  const snippets = fixTemplates(library, templates).map((code) => ({
    grammar: getGrammar(library, code),
    code,
  }));
  if (snippets.length === 0) return undefined;
  const { prettyLabel: label, docsUrl, repoUrl } = known;
  return { library, label, docsUrl, repoUrl, snippets };
}

type KnownLibrary = LibraryUiElement & Required<Pick<LibraryUiElement, 'snippets'>>;

/** The entry of @huggingface/tasks, if it has code. */
async function knownLibrary(name: string): Promise<KnownLibrary | undefined> {
  const { MODEL_LIBRARIES_UI_ELEMENTS } = await import('@huggingface/tasks');
  if (!Object.hasOwn(MODEL_LIBRARIES_UI_ELEMENTS, name)) return undefined;
  const known: LibraryUiElement =
    MODEL_LIBRARIES_UI_ELEMENTS[name as keyof typeof MODEL_LIBRARIES_UI_ELEMENTS];
  return known.snippets ? { ...known, snippets: known.snippets } : undefined;
}

/** Whether there is code for a library, for example `transformers`. */
export async function hasLibraryCode(name: string): Promise<boolean> {
  return (await knownLibrary(name)) !== undefined;
}

const libraryGrammars: Readonly<Record<string, Grammar>> = {
  'transformers.js': 'javascript',
  'unity-sentis': 'csharp',
};

/** In templates, Python starts with an import, an assignment or a call; shell commands do not. */
const python = /^(?:from |import |[\w.]+ = |[\w.]+\()/;

function getGrammar(library: string, code: string): Grammar {
  const known = own(libraryGrammars, library);
  if (known) return known;
  const first = code.split('\n').find((line) => line !== '' && !line.startsWith('#'));
  return first === undefined || python.test(first) ? 'python' : 'bash';
}

/** Adds quotes that a template lacks around the model ID, outside of strings and comments. */
function withQuotedId(code: string, id: string): string {
  return code.replace(new RegExp(`^([^"'#\\n]*[(=])${id.replaceAll('.', '\\.')}(?=[,)])`, 'gm'), `$1"${id}"`);
}

/** Removes tabs, trailing spaces, and blank lines at both ends. */
function tidy(code: string): string {
  return code
    .replace(/^[\t ]*\t/gm, (indent) => indent.replaceAll('\t', '    '))
    .replace(/[\t ]+$/gm, '')
    .replace(/^\n+|\n+$/g, '');
}

/**
 * The data for templates, which do not escape it: names are valid ones, texts are {@link plainText}, other data of the
 * card is left out.
 */
function getModelData(info: ModelInfo, library: string): ModelData {
  const { base_model, instance_prompt } = getRecord(info.cardData);
  const [base] = typeof base_model === 'string' ? [base_model] : collectTexts(base_model);
  return {
    id: info.id,
    inference: '',
    tags: collectTexts(info.tags).filter(isTag),
    pipeline_tag: getTask(info.pipeline_tag, library) as ModelData['pipeline_tag'],
    mask_token: plainText(info.mask_token),
    widgetData: getWidgetData(info),
    config: getModelConfig(getRecord(info.config)),
    cardData: { base_model: plainText(base), instance_prompt: plainText(instance_prompt) },
    ...getTransformersInfo(info.transformersInfo),
  };
}

/**
 * A text without the characters that end or change a string in the languages of templates, on one line (specification,
 * section 9); undefined for anything else.
 */
function plainText(value: unknown): string | undefined {
  if (typeof value !== 'string') return undefined;
  const text = value
    .replaceAll('"', '”')
    .replaceAll("'", '’')
    .replace(/[\\`${}]/g, '')
    .replaceAll('*/', '* /')
    .replace(/[\p{C}\p{Z}]+/gu, ' ')
    .trim();
  return text === '' ? undefined : text;
}

/** Safe characters in every language; no property of every object, such as `constructor`. */
function isTag(tag: string): boolean {
  return /^[\w.:/+-]+$/.test(tag) && !Object.hasOwn(Object.prototype, tag);
}

/** GGUF files are for text generation, unless they accept images. */
function getTask(tag: unknown, library: string): string | undefined {
  if (library === 'llama-cpp-python' && tag !== 'image-text-to-text') return 'text-generation';
  return isText(tag) && /^[a-z0-9-]+$/.test(tag) && isTag(tag) ? tag : undefined;
}

function getTransformersInfo(value: unknown): Pick<ModelData, 'transformersInfo'> {
  if (!isRecord(value)) return {};
  const { auto_model, processor } = value;
  // Without a name, the template uses `AutoModel`.
  return { transformersInfo: { auto_model: getName(auto_model) ?? '', processor: getName(processor) } };
}

type Config = NonNullable<ModelData['config']>;

function getModelConfig(config: Readonly<Record<string, unknown>>): Config {
  const part = (name: string) => getRecord(config[name]);
  const { base_model_name_or_path: base, task_type } = part('peft');
  const { model: file, model_format } = part('sklearn');
  const { speechbrain_interface, interface: olderName } = part('speechbrain');
  return {
    architectures: collectTexts(config.architectures).slice(0, 1).filter(isPythonName),
    keras_hub: { tasks: collectTexts(part('keras_hub').tasks).filter(isPythonName) },
    adapter_transformers: { model_name: plainText(part('adapter_transformers').model_name) },
    peft: { base_model_name_or_path: plainText(base), task_type: plainText(task_type) },
    sklearn: { model: { file: plainText(getRecord(file).file) }, model_format: plainText(model_format) },
    speechbrain: { speechbrain_interface: plainText(speechbrain_interface) ?? plainText(olderName) },
    chat_template_jinja: hasChatTemplate(config) ? 'yes' : undefined,
  } as Config;
}

function hasChatTemplate(config: Readonly<Record<string, unknown>>): boolean {
  return [
    getRecord(config.tokenizer_config).chat_template,
    getRecord(config.processor_config).chat_template,
    config.chat_template_jinja,
  ].some((template) => template !== undefined && template !== null);
}

/** The first example of a card. */
function getWidgetData({ widgetData }: ModelInfo): ModelData['widgetData'] {
  const [example] = Array.isArray(widgetData) ? widgetData : [];
  const { text, source_sentence, sentences } = getRecord(example);
  const others = collectTexts(sentences).flatMap((sentence) => plainText(sentence) ?? []);
  return [
    { text: plainText(text), source_sentence: plainText(source_sentence), sentences: others },
  ] as ModelData['widgetData'];
}

function getRecord(value: unknown): Readonly<Record<string, unknown>> {
  return isRecord(value) ? value : {};
}

function collectTexts(value: unknown): string[] {
  return Array.isArray(value) ? value.filter(isText) : [];
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value.trim() !== '';
}

function getName(value: unknown): string | undefined {
  return isText(value) && isPythonName(value) ? value : undefined;
}
