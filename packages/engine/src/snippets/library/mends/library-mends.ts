import { withModuleNames } from './modules.ts';
import { importing, outdented, replacing, type Mend } from './replacing.ts';
import { withCommentsAhead } from './shell.ts';

const videoOfLora = replacing(/^image = (?=.*\.frames\[0\]\nexport_to_video\(output,)/m, 'output = ');
/** A pipeline with a device map refuses to be moved. */
const placedOnce = replacing(/(device_map="cuda"\)\n)pipe\.to\("cuda"\)\n/, '$1');

const olderVersion = replacing(
  /^# 'pip install "transformers<5\.0\.0'$/m,
  '# pip install "transformers<5.0.0"',
);

/** What each library's templates get wrong, by the Hub's name of the library. */
export const libraryMends: Readonly<Record<string, readonly Mend[]>> = {
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
