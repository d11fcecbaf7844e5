/** Sets an entry as the newest one, and drops the oldest beyond `max` entries. */
export function setNewest<Value>(entries: Map<string, Value>, key: string, value: Value, max: number): void {
  entries.delete(key);
  entries.set(key, value);
  const [oldest = ''] = entries.keys();
  if (entries.size > max) entries.delete(oldest);
}
