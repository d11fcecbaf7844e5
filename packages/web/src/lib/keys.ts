const isMac = /Mac|iPhone|iPad/.test(navigator.userAgent);

/** Keys as users read them; of alternatives, those of this platform. @param keys as in `aria-keyshortcuts` */
export function formatKeys(keys: string): string {
  const alternatives = keys.split(' ');
  const keysHere = alternatives.find((each) => each.startsWith('Meta+') === isMac) ?? alternatives[0]!;
  return keysHere.replace('Control+', 'Ctrl-').replace('Meta+', '⌘-');
}
