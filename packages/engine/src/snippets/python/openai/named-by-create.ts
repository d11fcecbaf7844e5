/**
 * The arguments by which `chat.completions.create` of openai 2 and 3 takes entries of the body. Newer ones are left
 * out on purpose: in `extra_body` they also work where the library does not know them yet.
 */
export const namedByCreate: ReadonlySet<string> = new Set([
  'model',
  'messages',
  'frequency_penalty',
  'logit_bias',
  'logprobs',
  'max_completion_tokens',
  'max_tokens',
  'n',
  'parallel_tool_calls',
  'presence_penalty',
  'reasoning_effort',
  'response_format',
  'seed',
  'stop',
  'stream',
  'stream_options',
  'temperature',
  'tool_choice',
  'tools',
  'top_logprobs',
  'top_p',
  'user',
]);
