import { isPythonName } from '../python/code.ts';

/** Changes what a library's templates made; the pieces stand in the order in which they are used. */
export type Mend = (pieces: readonly string[]) => readonly string[];

/** Writes something else where a pattern fits, in each piece. */
export function replacing(pattern: RegExp, by: string): Mend {
  return (pieces) => pieces.map((code) => code.replace(pattern, by));
}

/** Adds imports, ahead of the others, to the pieces that use what they forgot to import. */
function importing(used: RegExp, imports: string): Mend {
  return (pieces) =>
    pieces.map((code) =>
      used.test(code) && !code.includes(`${imports}\n`)
        ? code.replace(/^(?=import |from )/m, `${imports}\n`)
        : code,
    );
}

/** Takes the indentation of a line that should have none from all lines of its piece that have it. */
function outdented(line: RegExp): Mend {
  return (pieces) =>
    pieces.map((code) => {
      const [indent] = /^ +/.exec(line.exec(code)?.[0] ?? '') ?? [];
      return indent === undefined ? code : code.replace(new RegExp(`^${indent}`, 'gm'), '');
    });
}

/** Stands for what the person puts in: `<path/to/image>`, which a shell would read and write files for. */
const slot = /<([\w./-]+)>/g;

/** Commands with plain names in place of slots; a path stays one, another name stands out in capitals. */
const withoutSlots: Mend = (pieces) => pieces.map((code) => (isShell(code) ? plain(code) : code));

const isShell = (code: string) => /^(?:htrflow|hf|uv) /m.test(code);

function plain(code: string): string {
  return code.replace(/^[^#].*$/gm, (line) =>
    line.replace(slot, (_, name: string) => (name.includes('/') ? name : name.toUpperCase())),
  );
}

/** A comment behind a backslash ends the command: such comments go to its head, each with its option. */
const withCommentsAhead: Mend = (pieces) =>
  pieces.map((code) => {
    const notes = [...code.matchAll(/^ *(--[\w.]+)=.*\\ +# <- (.*)$/gm)].map(
      ([, option, note]) => `# ${option}: ${note}\n`,
    );
    return notes.join('') + code.replace(/(\\) +# <- .*$/gm, '$1');
  });

/** A package whose name is none in Python cannot be imported by it: that part is left out. */
const withModuleNames: Mend = (pieces) =>
  pieces.map((code) => {
    const name = /^# .*\bimport.* as a? ?module.*\nimport (.*)$/im.exec(code)?.[1] ?? '_';
    return isPythonName(name) ? code : code.replace(/\n+# .*\bimport.* as a? ?module[^]*$/i, '');
  });

/**
 * `!pip install` is a notebook's, not Python's: each such line becomes a piece of its own for the shell, with the
 * comment above it.
 */
function withoutMagic(pieces: readonly string[]): readonly string[] {
  return pieces.flatMap((code) => {
    const [, command, rest = ''] = /^((?:#.*\n)*!.*)\n*([^]*)$/.exec(code) ?? [];
    return command === undefined ? [code] : [command.replace(/^!/m, ''), rest];
  });
}

const videoOfLora = replacing(/^image = (?=.*\.frames\[0\]\nexport_to_video\(output,)/m, 'output = ');
/** A pipeline with a device map refuses to be moved. */
const placedOnce = replacing(/(device_map="cuda"\)\n)pipe\.to\("cuda"\)\n/, '$1');

const olderVersion = replacing(
  /^# 'pip install "transformers<5\.0\.0'$/m,
  '# pip install "transformers<5.0.0"',
);

/** What each library's templates get wrong, by the Hub's name of the library. */
const libraryMends: Readonly<Record<string, readonly Mend[]>> = {
  // A version that is none, taken from the id of somebody's own copy.
  PaddleOCR: [replacing(/pipeline_version="[^"]*\/[^"]*"/, '')],
  cartesia_pytorch: [replacing(/\n\)$/, '')],
  chat_tts: [importing(/\btorch\./, 'import torch')],
  'depth-anything-v2': [
    importing(/\bhf_hub_download\b/, 'from huggingface_hub import hf_hub_download'),
    replacing(/(\[256, 512, 1024, 1024)(?=\))/, '$1]'),
    replacing(/^(?=model = .*=<\w+>)/m, "# Fill in what the model's card says\n"),
    replacing(/=<\w+>/g, '=...'),
  ],
  diffusers: [videoOfLora, placedOnce],
  edsnlp: [withModuleNames],
  espnet: [replacing(/^(?=unknown model type)/, '# '), importing(/\bsoundfile\.read/, 'import soundfile')],
  gliner2: [replacing(/(?<=^model = GLiNER2[^]*\n\w+ = )extractor\./m, 'model.')],
  'kimi-audio': [importing(/\bsf\./, 'import soundfile as sf')],
  lerobot: [withCommentsAhead],
  // The one file that there is; of several, the library names all.
  'llama-cpp-python': [replacing(/\{\{GGUF_FILE\}\}/, '*.gguf')],
  lvface: [replacing(/^ +(?=from )/m, '')],
  'ml-agents': [replacing(/download: string\[\]s/, 'downloads')],
  outetts: [outdented(/^ {2}import/)],
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
    outdented(/^ {4}model = /m),
    importing(/\btorch\./, 'import torch\nfrom transformers import AutoProcessor'),
  ],
  vui: [replacing(/(import Vui),$/m, '$1')],
};

/** The old name of the Hub's command, which does not run any more. */
const hubCommand = replacing(/\bhuggingface-cli (?=download\b)/g, 'hf ');

/**
 * The templates of @huggingface/tasks without what does not run in them (0.21.54). What has been mended there since is
 * left as it is.
 */
export function mended(library: string, pieces: readonly string[]): readonly string[] {
  const mends: readonly Mend[] = [...(libraryMends[library] ?? []), withoutMagic, withoutSlots, hubCommand];
  return mends.reduce((code, mend) => mend(code), pieces).filter((code) => code !== '');
}
