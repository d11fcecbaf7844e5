/** Stands for every parameter. */
const ANY = '*';

const chat = { conversational: [] } as const;

/**
 * The tasks for which huggingface_hub 1.29 and 2.0 write a provider's request as the run does, compared body by body,
 * with the parameters that they send in another form. A provider's request has many forms, and two libraries do not
 * always choose the same: what does not stand here is not offered.
 */
const sameAtProvider: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  baseten: chat,
  cerebras: chat,
  cohere: { conversational: ['response_format'] },
  deepinfra: { ...chat, 'automatic-speech-recognition': [], 'feature-extraction': [], 'text-to-speech': [] },
  'fal-ai': {
    'automatic-speech-recognition': [ANY],
    'image-segmentation': [],
    'image-to-image': ['target_size'],
    'text-to-speech': [],
  },
  'featherless-ai': chat,
  'fireworks-ai': { conversational: ['response_format'] },
  groq: chat,
  novita: chat,
  nscale: { ...chat, 'text-to-image': ['width', 'height', 'num_inference_steps', 'cfg_scale'] },
  ovhcloud: chat,
  publicai: chat,
  replicate: {
    'automatic-speech-recognition': [],
    'image-to-image': [],
    'text-to-image': [],
    'text-to-speech': [],
  },
  scaleway: { ...chat, 'feature-extraction': [ANY] },
  together: {
    ...chat,
    'feature-extraction': [],
    'image-to-image': [],
    'text-to-image': [],
    'text-to-speech': [],
  },
  wavespeed: { 'text-to-image': [] },
  'zai-org': { ...chat, 'text-to-image': ['width', 'height'] },
};

/** Whether the library asks a provider for a task with these parameters as the run does. */
export function isSameAtProvider(provider: string, task: string, parameters: readonly string[]): boolean {
  const tasks = Object.hasOwn(sameAtProvider, provider) ? sameAtProvider[provider] : undefined;
  const others = tasks?.[task];
  return others !== undefined && !parameters.some((name) => others.includes(name) || others.includes(ANY));
}
