/** Ids of an input and of what belongs to it. */
export interface FieldIds {
  readonly input: string;
  readonly note: string;
  readonly status: string;
}

/** @param name of the field, unique on the page */
export function fieldIds(name: string): FieldIds {
  const input = `field-${name}`;
  return { input, note: `${input}-note`, status: `${input}-status` };
}
