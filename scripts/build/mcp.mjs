// Speeds up the start of the MCP server, which answers its first message before it loads anything else.
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

/** Validates by JSON Schema only what servers ask of users, which Tryout does not do. */
const withoutValidator = `
import process from 'node:process';
export { process };
export class DefaultJsonSchemaValidator {}
`;

/** A statement that builds a schema, before the next statement or comment. */
const SCHEMA = /^(const \w+Schema = )([\w$.]+\([^]*?\));(?=\n+(?:const|function|export|\/[*/]))/gm;

/** Leaves out the validator and the schemas of messages that the server does not read. */
export const smallSdk = {
  name: 'small-mcp-sdk',
  enforce: 'pre',
  resolveId: (id) => (id === SHIMS ? '\0mcp-shims' : undefined),
  load: (id) => (id === '\0mcp-shims' ? withoutValidator : undefined),
  transform(code, id) {
    if (!/[\\/]@modelcontextprotocol[\\/]core[\\/]dist[\\/][\w-]+\.mjs$/.test(id)) return undefined;
    return code.replace(SCHEMA, '$1/* @__PURE__ */ (() => $2)();');
  },
};
