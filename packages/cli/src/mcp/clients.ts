interface ClientConfig {
  /** Where the client reads it. */
  readonly file: string;
  readonly text: string;
}

/** What the client starts. */
interface ServerCommand {
  readonly command: string;
  readonly args: readonly string[];
}

interface Client {
  readonly file: string;
  /** Whether it may start servers in another folder than the project. */
  readonly needsRoot?: boolean;
  write(server: ServerCommand): string;
}

const json = (value: object) => `${JSON.stringify(value, null, 2)}\n`;
const mcpServers = (server: ServerCommand) => json({ mcpServers: { tryout: server } });

const byName: Readonly<Record<string, Client>> = {
  'claude-code': { file: '.mcp.json', write: mcpServers },
  cursor: { file: '.cursor/mcp.json', needsRoot: true, write: mcpServers },
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
  gemini: { file: '.gemini/settings.json', write: mcpServers },
};

export const clients: readonly string[] = Object.keys(byName);

/**
 * The configuration that starts the server in a client; undefined for other clients.
 * @param program the words that start this program
 * @param options of the server
 */
export function getClientConfig(
  name: string,
  [command = '', ...program]: readonly string[],
  options: readonly string[],
): ClientConfig | undefined {
  const client = Object.hasOwn(byName, name) ? byName[name] : undefined;
  if (!client) return undefined;
  const root = client.needsRoot && !options.includes('--root') ? ['--root', '${workspaceFolder}'] : [];
  return {
    file: client.file,
    text: client.write({ command, args: [...program, 'mcp', ...root, ...options] }),
  };
}
