import type * as library from 'oidc-provider';

/**
 * Imports the provider library. As it loads it warns on the console that Node 20 is older than the releases that
 * its makers support, which is nothing the user of a sandbox can act on; that one line is held back.
 */
export async function loadProvider(): Promise<typeof library> {
  const { warn } = console;
  console.warn = (...words: unknown[]) => {
    if (!String(words[0]).includes('oidc-provider WARNING: Unsupported runtime')) warn(...words);
  };
  try {
    return await import('oidc-provider');
  } finally {
    console.warn = warn;
  }
}
