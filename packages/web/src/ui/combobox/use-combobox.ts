import { useCombobox as useDownshift, type UseComboboxProps, type UseComboboxReturnValue } from 'downshift';

export const changeTypes = useDownshift.stateChangeTypes;

/**
 * Downshift's combobox, without what it chooses by itself: the highlighted item when the input loses the focus, for
 * example because Esc closed its dialog, and none on Esc.
 */
export function useCombobox<Item>(props: UseComboboxProps<Item>): UseComboboxReturnValue<Item> {
  return useDownshift<Item>({
    ...props,
    stateReducer(state, action) {
      const { selectedItem, inputValue } = state;
      const isLeaving =
        action.type === changeTypes.InputBlur || action.type === changeTypes.InputKeyDownEscape;
      const changes = isLeaving ? { ...action.changes, selectedItem, inputValue } : action.changes;
      return props.stateReducer?.(state, { ...action, changes }) ?? changes;
    },
  });
}
