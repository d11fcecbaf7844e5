/** A browser has begun to read the file by then, in milliseconds. */
const KEPT_FOR = 60_000;

/** Has the browser save a file; goes nowhere (F29). */
export function saveBlob(blob: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), KEPT_FOR);
}
