/** No route has this path. */
export class NotFoundError extends Error {
  override readonly name = 'NotFoundError';

  constructor(path: string) {
    super(`There is no page at ${path}`);
  }
}
