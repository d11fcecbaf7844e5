/** Placeholder of the skeleton. */
export function CodePanel() {
  return null;
}
