/** What a combobox needs to know of what it lists. */
export interface ComboboxItem {
  /** The same for the same item, also when the list was made anew. */
  readonly key: string;
  /** What stands in the field once it is chosen. */
  readonly text: string;
  /** Does something in place of being chosen. */
  readonly isAction?: boolean;
  readonly isDisabled?: boolean;
}
