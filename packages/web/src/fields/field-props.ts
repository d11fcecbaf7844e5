import type { Field, FieldKind, FieldValues } from '@tryout/engine';

/** What an input of a form is given. */
export interface FieldProps<Kind extends FieldKind = FieldKind> {
  /** Its name in the form; unique on the page, for ids. */
  readonly name: string;
  readonly field: Extract<Field, { readonly kind: Kind }>;
  readonly value: FieldValues[Kind] | undefined;
  /** While a run is under way. */
  readonly disabled: boolean;
  /** @param value undefined for an input that is empty again */
  onChange(value: FieldValues[Kind] | undefined): void;
}

/** Ids of an input and of what belongs to it. */
interface FieldIds {
  readonly input: string;
  readonly note: string;
  readonly status: string;
}

/** @param name of the field, unique on the page */
export function fieldIds(name: string): FieldIds {
  const input = `field-${name}`;
  return { input, note: `${input}-note`, status: `${input}-status` };
}
