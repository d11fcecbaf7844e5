/** What clients start; `npx` installs the package on first use. */
const server = { command: 'npx', args: ['-y', 'tryout', 'mcp'] };

const json = (value: object) => `${JSON.stringify(value, null, 2)}\n`;

/** The configuration of each client, as its own documentation shows it. */
const configs: Readonly<Record<string, string>> = {
  'claude-code': json({ mcpServers: { tryout: server } }),
  cursor: json({ mcpServers: { tryout: server } }),
  vscode: json({ servers: { tryout: { type: 'stdio', ...server } } }),
  codex: `[mcp_servers.tryout]\ncommand = "${server.command}"\nargs = ${JSON.stringify(server.args)}\n`,
  gemini: json({ mcpServers: { tryout: server } }),
};

export const clients: readonly string[] = Object.keys(configs);

/** The configuration that starts the server in a client; undefined for other clients. */
export function printedConfig(client: string): string | undefined {
  return Object.hasOwn(configs, client) ? configs[client] : undefined;
}
