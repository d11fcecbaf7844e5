import type { Identity } from '@tryout/engine';

/** A user or an organization on one line: `name (Full Name)`. */
export function identityLine({ name, fullname }: Pick<Identity, 'name' | 'fullname'>): string {
  return fullname === '' || fullname === name ? name : `${name} (${fullname})`;
}
