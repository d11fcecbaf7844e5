/** The page's own address without query and hash: where the hub sends a person back to. */
export function pageAddress(): string {
  return location.origin + location.pathname;
}

/** Whether the page stands in another one, as a Space does in its page on the Hub. */
export function isFramed(): boolean {
  return window.self !== window.top;
}
