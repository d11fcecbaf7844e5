/** Counts the requests of a fixed window, to tell clients where they stand. The sandbox refuses none. */
export interface RateWindow {
  /** Counts one request and gives the headers that the Hub sends. `now` is in milliseconds. */
  count(now: number): Record<string, string>;
}

const quota = 100_000;
const windowSeconds = 300;

export function createRateWindow(): RateWindow {
  let opened = 0;
  let used = 0;
  return {
    count(now) {
      if (now - opened >= windowSeconds * 1000) {
        opened = now;
        used = 0;
      }
      used += 1;
      const left = Math.max(0, quota - used);
      const seconds = Math.ceil(windowSeconds - (now - opened) / 1000);
      return {
        RateLimit: `"api";r=${left};t=${seconds}`,
        'RateLimit-Policy': `"fixed window";"api";q=${quota};w=${windowSeconds}`,
      };
    },
  };
}
