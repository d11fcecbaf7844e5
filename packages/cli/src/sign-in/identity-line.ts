import type { Identity } from '@tryout/engine';

/** Who someone is, on one line: `name (Full Name)`. */
export function identityLine({ name, fullname }: Identity): string {
  return fullname === '' || fullname === name ? name : `${name} (${fullname})`;
}
