import { isPythonName } from '../python/code.ts';
import { own } from '../../text/index.ts';

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
export function fixTemplates(library: string, pieces: readonly string[]): readonly string[] {
  const fixes = own(libraryFixes, library) ?? [];
  return pieces
    .map((piece) => fixes.reduce((code, fix) => fix(code), piece))
    .flatMap(splitMagic)
    .map((piece) => hubCommand(withoutPlaceholders(piece)))
    .filter((code) => code !== '');
}
