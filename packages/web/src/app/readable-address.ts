/**
 * Keeps an address whose `%` stand for no letters as the text that it is: the router would warn of it on the console.
 * To be called before the router is there, which hears of a new address later than this.
 */
export function keepAddressReadable(): void {
  mend();
  addEventListener('popstate', mend);
}

function mend(): void {
  try {
    decodeURI(location.hash);
  } catch {
    history.replaceState(history.state, '', location.hash.replaceAll('%', '%25'));
  }
}
