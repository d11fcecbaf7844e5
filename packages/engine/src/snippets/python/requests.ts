import { getContentType, type RequestBody } from '../../http/index.ts';
import { downloads, PROVIDER_FORMAT, type SnippetClient, type SnippetContext } from '../client.ts';
import { literal, pythonString } from '../literals.ts';
import { importLines, numbered, pythonToken, readFileExpression, syntaxWithFiles } from './code.ts';

export const requests: SnippetClient = {
  id: 'requests',
  language: 'python',
  install: 'pip install requests',
  write(context) {
    const expression = pythonToken(context.token);
    const call = [
      pythonString(context.url),
      // Otherwise, requests sends the credentials in ~/.netrc.
      expression === undefined
        ? '# Ignores the credentials in ~/.netrc.\n    auth=lambda request: request'
        : 'auth=with_token',
      ...headerArgument(context),
      ...bodyArguments(context.body),
      ...(context.answer.kind === 'stream' ? ['stream=True'] : []),
    ];
    const code = [
      ...downloads(context.body).flatMap(({ url, path }) => [
        `example = requests.get(${pythonString(url)})`,
        'example.raise_for_status()',
        `Path(${pythonString(path)}).write_bytes(example.content)`,
      ]),
      ...(expression === undefined
        ? []
        : [
            '\ndef with_token(request):',
            `    request.headers["Authorization"] = ${expression.bearer}`,
            '    return request\n\n',
          ]),
      `response = requests.post(\n${call.map((line) => `    ${line},\n`).join('')})`,
      'if not response.ok:',
      '    raise SystemExit(f"{response.status_code} {response.text}")',
      ...readingLines(context),
    ].join('\n');
    return `${importLines(code, ['import requests'])}\n${code}\n`;
  },
};

function headerArgument({ body, headers }: SnippetContext): string[] {
  const entries = [
    // requests sets the types of JSON and forms.
    ...(body.kind === 'file' ? [['Content-Type', pythonString(getContentType(body))]] : []),
    ...Object.entries(headers).map(([name, value]) => [name, pythonString(value)]),
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

function readingLines({ answer, isProviderFormat }: SnippetContext): string[] {
  if (isProviderFormat) return [`# ${PROVIDER_FORMAT}`, 'print(response.text)'];
  switch (answer.kind) {
    case 'stream':
      return [
        'for line in response.iter_lines():',
        '    data = line.removeprefix(b"data:").strip()',
        '    if not line.startswith(b"data:") or data == b"[DONE]":',
        '        continue',
        '    event = json.loads(data)',
        '    if event.get("error"):',
        '        raise SystemExit(event["error"])',
        '    for choice in (event.get("choices") or [])[:1]:',
        '        print(choice["delta"].get("content") or "", end="", flush=True)',
        'print()',
      ];
    case 'chat':
      return ['print(response.json()["choices"][0]["message"]["content"])'];
    case 'json':
      return ['print(response.json())'];
    case 'media':
      return [`Path(${pythonString(answer.file)}).write_bytes(response.content)`];
    case 'parts':
      return [
        'for number, part in enumerate(response.json(), start=1):',
        `    Path(${numbered(answer.file)}).write_bytes(base64.b64decode(part["${answer.entry}"]))`,
        `    print(number, part["label"]${answer.entry === 'mask' ? ', part.get("score")' : ''})`,
      ];
  }
}
