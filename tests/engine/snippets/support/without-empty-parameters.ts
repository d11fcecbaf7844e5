/** A request without the empty `parameters` that huggingface_hub adds. */
export function withoutEmptyParameters(post: object | undefined): unknown {
  const { body } = (post ?? {}) as { readonly body?: { readonly parameters?: object } };
  if (JSON.stringify(body?.parameters) !== '{}') return post;
  const { parameters: _parameters, ...said } = body ?? {};
  return { ...post, body: said };
}
