// Speeds up the start of the MCP server, which answers its first message before it loads anything else.
import { fileURLToPath } from 'node:url';
import { minify } from 'vite';

/** The chunk of the SDK. */
const SDK = 'mcp-sdk';

export const sdkGroup = { name: SDK, test: /[\\/]node_modules[\\/](?:@modelcontextprotocol|zod)[\\/]/ };

/** Node parses it faster. */
export const minifySdk = {
  name: 'minify-mcp-sdk',
  async generateBundle(_options, bundle) {
    const [sdk] = Object.values(bundle).filter(({ name }) => name === SDK);
    const { code, errors } = await minify(sdk.fileName, sdk.code, {
      module: false,
      codegen: { legalComments: 'eof' },
    });
    if (errors.length > 0) throw errors[0];
    sdk.code = code;
  },
};

const SHIMS = '@modelcontextprotocol/server/_shims';
const SHIMS_MODULE = '\0mcp-shims';

/**
 * The library validates by JSON Schema only what servers ask of users, which Tryout does not do. Few messages are read by
 * the same schema, so compiling it does not pay off.
 */
const shims = `
import process from 'node:process';
import { config } from 'zod/v4/core';
config({ jitless: true });
export { process };
export class DefaultJsonSchemaValidator {}
`;

const CORE = /[\\/]@modelcontextprotocol[\\/]core[\\/]dist[\\/][\w-]+\.mjs$/;
const serverModule = fileURLToPath(import.meta.resolve('@modelcontextprotocol/server'));

/** Leaves out the validator and the schemas of messages that the server does not read. */
export const smallSdk = {
  name: 'small-mcp-sdk',
  enforce: 'pre',
  resolveId(id, importer = '') {
    if (id === SHIMS) return SHIMS_MODULE;
    // npm installs one copy for each package.
    return /^zod\b/.test(id) && (CORE.test(importer) || importer === SHIMS_MODULE)
      ? this.resolve(id, serverModule)
      : undefined;
  },
  load: (id) => (id === SHIMS_MODULE ? shims : undefined),
};
