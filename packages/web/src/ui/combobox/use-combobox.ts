import {
  useCombobox as useDownshift,
  type UseComboboxProps,
  type UseComboboxReturnValue,
  type UseComboboxStateChangeTypes,
} from 'downshift';

export const changeTypes = useDownshift.stateChangeTypes;

/** What a user does to choose an item, and the caller. */
const choosing: readonly UseComboboxStateChangeTypes[] = [
  changeTypes.ItemClick,
  changeTypes.InputKeyDownEnter,
  // With Alt.
  changeTypes.InputKeyDownArrowUp,
  changeTypes.FunctionSelectItem,
  changeTypes.ControlledPropUpdatedSelectedItem,
];

/**
 * Downshift's combobox, without what it chooses by itself: the highlighted item when the input loses the focus, for
 * example because Esc closed its dialog, and none on Esc.
 */
export function useCombobox<Item>(props: UseComboboxProps<Item>): UseComboboxReturnValue<Item> {
  return useDownshift<Item>({
    ...props,
    stateReducer(state, action) {
      const { selectedItem, inputValue } = state;
      const isChoice = choosing.includes(action.type) || action.changes.selectedItem === selectedItem;
      const changes = isChoice ? action.changes : { ...action.changes, selectedItem, inputValue };
      return props.stateReducer?.(state, { ...action, changes }) ?? changes;
    },
  });
}
