interface Client {
  /** Where it reads its configuration. */
  readonly file: string;
  /** Whether it may start servers in another folder than the project. */
  readonly needsRoot?: boolean;
  write(server: { readonly command: string; readonly args: readonly string[] }): string;
}

const json = (value: object) => `${JSON.stringify(value, null, 2)}\n`;
const write: Client['write'] = (server) => json({ mcpServers: { tryout: server } });

const byName: Readonly<Record<string, Client>> = {
  'claude-code': { file: '.mcp.json', write },
  cursor: { file: '.cursor/mcp.json', needsRoot: true, write },
  vscode: {
    file: '.vscode/mcp.json',
    needsRoot: true,
    write: (server) => json({ servers: { tryout: { type: 'stdio', ...server } } }),
  },
  codex: {
    file: '~/.codex/config.toml',
    // TOML has the strings and lists of JSON.
    write: ({ command, args }) =>
      `[mcp_servers.tryout]\ncommand = ${JSON.stringify(command)}\nargs = [${args.map((each) => JSON.stringify(each)).join(', ')}]\n`,
  },
  gemini: { file: '.gemini/settings.json', write },
};

export const clients: readonly string[] = Object.keys(byName);

/** The configuration that starts the server with options in a client; undefined for other clients. */
export function getClientConfig(name: string, program: readonly string[], options: readonly string[]) {
  const client = Object.hasOwn(byName, name) ? byName[name] : undefined;
  if (!client) return undefined;
  const [command = '', ...words] = program;
  const root = client.needsRoot && !options.includes('--root') ? ['--root', '${workspaceFolder}'] : [];
  return { file: client.file, text: client.write({ command, args: [...words, 'mcp', ...root, ...options] }) };
}
