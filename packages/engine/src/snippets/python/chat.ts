import type { SnippetAnswer } from '../snippet-context.ts';
import { pythonCall, type PythonArgument } from './python-call.ts';

const CREATE = 'client.chat.completions.create';

/** Lines that ask a `client` for a chat completion and print its text, as it comes where it is streamed. */
export function chatLines(given: readonly PythonArgument[], { kind }: SnippetAnswer): string[] {
  if (kind !== 'stream') {
    return [pythonCall(`completion = ${CREATE}`, given), 'print(completion.choices[0].message.content)'];
  }
  return [
    pythonCall(`stream = ${CREATE}`, given),
    'for chunk in stream:',
    '    if chunk.choices:',
    '        print(chunk.choices[0].delta.content or "", end="", flush=True)',
    'print()',
  ];
}

/** The arguments of a chat: what the method has a name for by its name, the rest in `extra_body`. */
export function chatArguments(
  body: Readonly<Record<string, PythonArgument['value']>>,
  names: ReadonlySet<string>,
): PythonArgument[] {
  const entries = Object.entries(body);
  const others = entries.filter(([name]) => !names.has(name));
  return [
    ...entries.filter(([name]) => names.has(name)).map(([name, value]) => ({ name, value })),
    ...(others.length === 0
      ? []
      : [{ name: 'extra_body', value: Object.fromEntries(others) as PythonArgument['value'] }]),
  ];
}
