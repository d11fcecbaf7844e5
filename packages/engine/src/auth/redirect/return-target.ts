/** A hash route: neither another origin, nor `#//…`, which routers take for one, nor anything unseen. */
const hashRoute = /^#\/(?![/\\])[^\\\s\p{C}]*$/u;

/** The start page. */
export const HOME_ROUTE = '#/';

/** Where to go after signing in: the given place if it is a hash route of this very app, else the start page (F21). */
export function returnTarget(wanted: string | undefined): string {
  return wanted !== undefined && hashRoute.test(wanted) ? wanted : HOME_ROUTE;
}
