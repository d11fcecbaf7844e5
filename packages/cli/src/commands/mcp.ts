import { realpath, stat } from 'node:fs/promises';
import { homedir } from 'node:os';
import { dirname, relative, resolve } from 'node:path';
import { givenOptions, parseDollars } from '../context/options.ts';
import { findProgramWords } from '../installation.ts';
import type { DefineCommand } from '../runtime.ts';

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
function getClientConfig(name: string, program: readonly string[], options: readonly string[]) {
  const client = Object.hasOwn(byName, name) ? byName[name] : undefined;
  if (!client) return undefined;
  const [command = '', ...words] = program;
  const root = client.needsRoot && !options.includes('--root') ? ['--root', '${workspaceFolder}'] : [];
  return { file: client.file, text: client.write({ command, args: [...words, 'mcp', ...root, ...options] }) };
}

interface McpOptions {
  readonly root?: readonly string[];
  readonly maxCost?: number;
  readonly printConfig?: string;
}

/** `tryout mcp`: an MCP server for agents. It loads the engine with the first call, so that it starts fast. */
export const define: DefineCommand = (command, runtime) => {
  command
    .option(
      '--root <folder>',
      'folder in which files are read and saved; repeatable (default: the current folder, unless it contains your home)',
      (value: string, earlier: readonly string[] = []) => [...earlier, value],
    )
    .option(
      '--max-cost <usd>',
      'refuse runs that would raise the cost of the session above this amount',
      parseDollars,
    )
    .option('--print-config <mcp-client>', `print the configuration of a client: ${clients.join(', ')}`)
    .action(async ({ root, maxCost, printConfig }: McpOptions) => {
      const roots: string[] = [];
      for (const folder of root ?? ((await isAllowedDefault('.')) ? ['.'] : [])) {
        const path = await realpath(folder).catch(() => undefined);
        if (path === undefined || !(await stat(path)).isDirectory())
          throw await usageError(`--root ${folder} is not a folder`, 'Use a folder that exists.');
        roots.push(path);
      }
      if (printConfig !== undefined) {
        // Clients start servers in folders of their own.
        const options = givenOptions(command)
          .filter(([flag]) => flag !== '--print-config')
          .flatMap((words) => (words[0] === '--root' ? ['--root', resolve(words[1]!)] : words));
        const config = getClientConfig(printConfig, findProgramWords(runtime.environment), options);
        if (!config)
          throw await usageError(`Unknown client '${printConfig}'`, `The clients are ${clients.join(', ')}.`);
        runtime.output.write(config.text);
        runtime.errors.write(`Add this to ${config.file}.\n`);
        return;
      }
      if (runtime.input.isTTY)
        runtime.errors.write('Waiting for an MCP client on standard input. See tryout mcp --print-config.\n');
      const { serve } = await import('../mcp/serve.ts');
      await serve(command, runtime, { roots, maxCost });
    });
};

/** Whether a folder may be served that nobody named. Desktop programs start servers in `/` or the home folder. */
async function isAllowedDefault(folder: string): Promise<boolean> {
  const path = await realpath(folder);
  const home = await realpath(homedir()).catch(() => homedir());
  return path !== dirname(path) && relative(path, home).startsWith('..');
}

async function usageError(message: string, hint: string): Promise<Error> {
  const { UsageError } = await import('../context/errors.ts');
  return new UsageError(message, { hint });
}
