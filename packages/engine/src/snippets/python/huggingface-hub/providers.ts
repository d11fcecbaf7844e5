/**
 * The tasks for which huggingface_hub 1.29 and 2.0 write a provider's request as the run does, compared body by body.
 * Only what stands here is offered: a provider's request has many forms, and two libraries do not always choose the same.
 */
export const sameAtProvider: Readonly<Record<string, readonly string[]>> = {};
