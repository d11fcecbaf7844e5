/** Input that a model cannot process; the server answers 400 with the message. */
export class ModelInputError extends Error {
  override readonly name = 'ModelInputError';
}
