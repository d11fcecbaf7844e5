const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** How long ago a time was: `just now`, `5 min ago`, `3 h ago`, `2 d ago`; the date after 30 days. */
export function timeAgo(time: Date): string {
  const seconds = (Date.now() - time.getTime()) / 1000;
  if (seconds < MINUTE) return 'just now';
  if (seconds < HOUR) return `${Math.floor(seconds / MINUTE)} min ago`;
  if (seconds < DAY) return `${Math.floor(seconds / HOUR)} h ago`;
  return seconds < 30 * DAY ? `${Math.floor(seconds / DAY)} d ago` : time.toISOString().slice(0, 10);
}
