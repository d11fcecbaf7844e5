const loopbackHosts = new Set(['localhost', '127.0.0.1', '[::1]']);

/** Whether an address leads to this machine over http, as RFC 8252, 7.3 has it: any port and path, and no fragment. */
export function isLoopbackAddress(address: string): boolean {
  if (!URL.canParse(address)) return false;
  const { protocol, hostname, username, password, hash } = new URL(address);
  return protocol === 'http:' && loopbackHosts.has(hostname) && username + password + hash === '';
}
