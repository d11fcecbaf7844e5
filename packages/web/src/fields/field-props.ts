import type { Field, FieldDraft, FieldKind, FieldValues } from '@tryout/engine';

export interface FieldProps<Kind extends FieldKind = FieldKind> {
  /** Unique on the page. */
  readonly name: string;
  readonly field: Extract<Field, { readonly kind: Kind }>;
  readonly value: FieldValues[Kind] | undefined;
  /** What is typed, if it differs from the value. */
  readonly draft?: FieldDraft | undefined;
  /** True during a run. */
  readonly disabled: boolean;
  /** @param value undefined if the input is empty */
  onChange(value: FieldValues[Kind] | undefined, draft?: FieldDraft): void;
}

/** IDs of an input, its error and its status. */
export function fieldIds(name: string) {
  const input = `field-${name}`;
  return { input, note: `${input}-note`, status: `${input}-status` };
}
