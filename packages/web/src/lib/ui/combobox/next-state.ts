import { useCombobox, type UseComboboxState, type UseComboboxStateChangeOptions } from 'downshift';
import type { ComboboxItem } from './combobox-item.ts';

/** Whether an open list is a sheet; the style sheet has the same width. */
function isSheet(): boolean {
  return matchMedia('(width < 40rem)').matches;
}

/** What stands in the field for an item. */
export function textOf(item: ComboboxItem | null | undefined): string {
  return item?.text ?? '';
}

/**
 * How downshift's own next state is changed: leaving and Esc choose nothing, and what was chosen stays; a click into the
 * open field only places the caret; the first row is the one that Enter takes as soon as something is typed; the pointer
 * may leave the list without losing the place.
 */
export function nextState<Item extends ComboboxItem>(
  state: UseComboboxState<Item>,
  { type, changes }: UseComboboxStateChangeOptions<Item>,
): Partial<UseComboboxState<Item>> {
  const { selectedItem } = state;
  const types = useCombobox.stateChangeTypes;
  switch (type) {
    case types.InputChange:
      return { ...changes, highlightedIndex: 0 };
    case types.InputClick:
      return state.isOpen ? state : changes;
    case types.InputBlur:
      // Putting the on-screen keyboard away is no leaving; behind a sheet there is nowhere to go.
      if (isSheet()) return state;
      return { ...changes, selectedItem, inputValue: textOf(selectedItem) };
    case types.InputKeyDownEscape:
    case types.FunctionCloseMenu:
      return { ...changes, isOpen: false, selectedItem, inputValue: textOf(selectedItem) };
    case types.MenuMouseLeave:
      return { ...changes, highlightedIndex: state.highlightedIndex };
    default:
      return changes.selectedItem?.isAction ? { ...changes, inputValue: textOf(selectedItem) } : changes;
  }
}
