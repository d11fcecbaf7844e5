interface ClientConfig {
  /** Where the client reads it. */
  readonly file: string;
  readonly text: string;
}

/** What clients start; `npx` installs the package on first use. */
const server = { command: 'npx', args: ['-y', 'tryout', 'mcp'] };
/** These clients may start servers in another folder than the project. */
const inWorkspace = { ...server, args: [...server.args, '--root', '${workspaceFolder}'] };

const json = (value: object) => `${JSON.stringify(value, null, 2)}\n`;

const configs: Readonly<Record<string, ClientConfig>> = {
  'claude-code': { file: '.mcp.json', text: json({ mcpServers: { tryout: server } }) },
  cursor: { file: '.cursor/mcp.json', text: json({ mcpServers: { tryout: inWorkspace } }) },
  vscode: {
    file: '.vscode/mcp.json',
    text: json({ servers: { tryout: { type: 'stdio', ...inWorkspace } } }),
  },
  codex: {
    file: '~/.codex/config.toml',
    text: `[mcp_servers.tryout]\ncommand = "${server.command}"\nargs = ${JSON.stringify(server.args).replaceAll(',', ', ')}\n`,
  },
  gemini: { file: '.gemini/settings.json', text: json({ mcpServers: { tryout: server } }) },
};

export const clients: readonly string[] = Object.keys(configs);

/** The configuration that starts the server in a client; undefined for other clients. */
export function getClientConfig(client: string): ClientConfig | undefined {
  return Object.hasOwn(configs, client) ? configs[client] : undefined;
}
