import { contentTypeOf, type RequestBody } from '../../http/index.ts';
import type { SnippetClient } from '../client.ts';
import { aroundNumber, downloads } from '../files.ts';
import { literal, pythonString } from '../literals/index.ts';
import { OWN_FORM, type SnippetContext } from '../snippet-context.ts';
import { importLines } from './imports.ts';
import { readFileExpression, syntaxWithFiles } from './read-file.ts';
import { pythonToken } from './token.ts';

/** Python with requests. */
export const requests: SnippetClient = {
  id: 'requests',
  language: 'python',
  install: 'pip install requests',
  write(context) {
    const call = [
      pythonString(context.url),
      ...headerArgument(context),
      ...bodyArguments(context.request.body),
      ...(context.answer.kind === 'stream' ? ['stream=True'] : []),
    ];
    const code = [
      ...downloads(context.request.body).map(
        ({ url, path }) =>
          `Path(${pythonString(path)}).write_bytes(requests.get(${pythonString(url)}).content)`,
      ),
      `response = requests.post(\n${call.map((line) => `    ${line},\n`).join('')})`,
      'if not response.ok:',
      '    raise SystemExit(f"{response.status_code} {response.text}")',
      ...readingLines(context),
    ].join('\n');
    return `${importLines(code, ['requests'])}\n${code}\n`;
  },
};

function headerArgument({ request, token }: SnippetContext): string[] {
  const { body } = request;
  const expression = pythonToken(token);
  const entries = [
    ...(expression === undefined ? [] : [['Authorization', expression.bearer]]),
    // requests writes the types of JSON and of forms itself.
    ...(body.kind === 'file' ? [['Content-Type', pythonString(contentTypeOf(body))]] : []),
    ...Object.entries(request.headers).map(([name, value]) => [name, pythonString(value)]),
  ];
  if (entries.length === 0) return [];
  const rows = entries.map(([name = '', value = '']) => `${pythonString(name)}: ${value}`);
  return [
    rows.length === 1
      ? `headers={${rows.join('')}}`
      : `headers={\n${rows.map((row) => `        ${row},\n`).join('')}    }`,
  ];
}

function bodyArguments(body: RequestBody): string[] {
  if (body.kind === 'json') return [`json=${literal(body.json, syntaxWithFiles, 1, 9)}`];
  if (body.kind === 'file') return [`data=${readFileExpression(body.file)}`];
  const rows = body.parts.map(({ name, value, fileName }) => {
    const part =
      typeof value === 'string'
        ? `(None, ${pythonString(value)})`
        : `(${pythonString(fileName ?? value.name)}, ${readFileExpression(value)}, ${pythonString(value.contentType)})`;
    return `        (${pythonString(name)}, ${part}),\n`;
  });
  return [`files=[\n${rows.join('')}    ]`];
}

const saving = (file: string) => `Path(${pythonString(file)}).write_bytes(response.content)`;

function readingLines({ answer }: SnippetContext): string[] {
  switch (answer.kind) {
    case 'stream':
      return [
        'for line in response.iter_lines():',
        '    data = line.removeprefix(b"data:").strip()',
        '    if not line.startswith(b"data:") or data == b"[DONE]":',
        '        continue',
        '    event = json.loads(data)',
        '    if "error" in event:',
        '        raise SystemExit(event["error"])',
        '    for choice in event["choices"][:1]:',
        '        print(choice["delta"].get("content") or "", end="", flush=True)',
        'print()',
      ];
    case 'chat':
      return ['print(response.json()["choices"][0]["message"]["content"])'];
    case 'json':
      return ['print(response.json())'];
    case 'media':
      return [saving(answer.file)];
    case 'own-form':
      return [
        `# ${OWN_FORM}`,
        'if "json" in response.headers.get("Content-Type", ""):',
        '    print(response.json())',
        'else:',
        `    ${saving(answer.file)}`,
      ];
    case 'tracks':
      return [
        'for number, track in enumerate(response.json(), start=1):',
        `    Path(${numbered(answer.file)}).write_bytes(base64.b64decode(track["blob"]))`,
      ];
  }
}

/** An f-string for `output.wav` with the number in front of the ending. */
export function numbered(file: string): string {
  const [before, after] = aroundNumber(file).map((text) =>
    pythonString(text.replace(/[{}]/g, '$&$&')).slice(1, -1),
  );
  return `f"${before}-{number}${after}"`;
}
