import { useCombobox, type UseComboboxState, type UseComboboxStateChangeOptions } from 'downshift';
import { ChevronDown, X } from 'lucide-react';
import { type ReactNode, type Ref, useImperativeHandle, useLayoutEffect, useRef, useState } from 'react';
import { classes } from '../../classes.ts';
import { useFocusBack } from '../../use-focus-back.ts';
import { IconButton } from '../button.tsx';
import { TextInput } from '../inputs.tsx';
import { Options } from './options.tsx';
import { useCloseRequest, usePopupRoom, useRowWindow } from './popup.ts';
import styles from './combobox.module.css';

/** What can be done with a combobox from outside. */
export interface ComboboxHandle {
  /** Opens the list and goes there. */
  open(): void;
}

interface ComboboxProps<Item extends ComboboxItem> {
  /** Of the input, for its label. */
  readonly id: string;
  readonly label: string;
  /** What the list is called, for example `Models`. */
  readonly listName: string;
  readonly placeholder: string;
  readonly disabled?: boolean;
  readonly invalid?: boolean;
  /** Id of what says more about it. */
  readonly describedBy?: string;
  /** In the order in which they are listed: those that what is typed has left. */
  readonly items: readonly Item[];
  /** What is chosen now; the same object as long as it is the same. */
  readonly selected: Item | null;
  /** Told what is typed to find something; empty once the list is closed. */
  onTyped(typed: string): void;
  onPick(item: Item): void;
  onFocus?(): void;
  /** What a row shows, within its fixed height. */
  row(item: Item): ReactNode;
  /** Said in place of an empty list. */
  readonly emptyMessage: string;
  readonly ref?: Ref<ComboboxHandle>;
}

/**
 * A field with a list to choose from that typing narrows (ARIA combobox pattern). The list may be long: only rows that
 * can be seen are in the document. On narrow screens the open list is a sheet that fills what the keyboard leaves.
 */
export function Combobox<Item extends ComboboxItem>(props: ComboboxProps<Item>) {
  const { id, label, listName, placeholder, disabled = false, invalid, describedBy } = props;
  const { items, selected, onTyped, onPick, onFocus, row, emptyMessage, ref } = props;
  const root = useRef<HTMLDivElement>(null);
  const [input, setInput] = useState<HTMLInputElement | null>(null);
  const [toggle, setToggle] = useState<HTMLButtonElement | null>(null);
  const list = useCombobox<Item>({
    inputId: id,
    items: items as Item[],
    initialSelectedItem: selected,
    itemToString: textOf,
    itemToKey: (item) => item?.key,
    isItemDisabled: (item) => item?.isDisabled === true,
    stateReducer: nextState,
    scrollIntoView: () => rows.show(list.highlightedIndex),
    onSelectedItemChange({ selectedItem }) {
      if (!selectedItem || selectedItem.key === selected?.key) return;
      if (selectedItem.isAction) list.selectItem(selected);
      onPick(selectedItem);
    },
    onIsOpenChange({ isOpen: isNowOpen }) {
      if (!isNowOpen) onTyped('');
    },
  });
  const isOpen = list.isOpen && !disabled;
  const rows = useRowWindow(items.length, isOpen);
  const { selectItem, openMenu, closeMenu } = list;
  // What is chosen is decided outside, for example by the address.
  useLayoutEffect(() => {
    selectItem(selected);
    closeMenu();
  }, [selectItem, closeMenu, selected]);
  // The button that closes is gone with the list; the input would bring an on-screen keyboard back.
  useLayoutEffect(() => {
    const { activeElement } = document;
    if (!isOpen && activeElement !== input && root.current?.contains(activeElement)) toggle?.focus();
  }, [isOpen, input, toggle]);
  useCloseRequest(isOpen, closeMenu);
  usePopupRoom(root, isOpen);
  useFocusBack(input, disabled);
  useImperativeHandle(ref, () => ({ open: openMenu }), [openMenu]);
  return (
    <div className={styles.place}>
      <div ref={root} className={classes(isOpen && styles.open)}>
        <div className={styles.sheetHead}>
          <span>{label}</span>
          <IconButton label="Close" icon={X} onClick={closeMenu} />
        </div>
        <div className={styles.control}>
          <TextInput
            placeholder={placeholder}
            className={styles.input}
            spellCheck={false}
            autoCapitalize="none"
            title={selected && !isOpen ? selected.text : undefined}
            {...list.getInputProps({
              ref: setInput,
              disabled,
              'aria-labelledby': undefined,
              'aria-invalid': invalid,
              'aria-describedby': describedBy,
              onFocus,
              onChange: (event) => onTyped((event.target as HTMLInputElement).value),
              onKeyDown: ({ key }) => key === 'Tab' && closeMenu(),
              // Typing is to replace what was chosen.
              onClick: () => !isOpen && input?.select(),
            })}
          />
          <button
            type="button"
            {...list.getToggleButtonProps({ ref: setToggle, disabled, 'aria-label': listName })}
            className={styles.toggle}
          >
            <ChevronDown aria-hidden="true" size={18} />
          </button>
        </div>
        <div className={styles.popup} hidden={!isOpen}>
          <Options
            {...{ items, isOpen, rows, row, selected }}
            highlightedIndex={list.highlightedIndex}
            menuProps={list.getMenuProps({ 'aria-label': listName, ref: rows.scroller })}
            itemProps={list.getItemProps}
          />
          {items.length === 0 && <p className={styles.empty}>{emptyMessage}</p>}
        </div>
      </div>
    </div>
  );
}

/** Whether an open list is a sheet; the style sheet has the same width. */
function isSheet(): boolean {
  return matchMedia('(width < 40rem)').matches;
}

/** What stands in the field for an item. */
function textOf(item: ComboboxItem | null | undefined): string {
  return item?.text ?? '';
}

/**
 * How downshift's own next state is changed: leaving and Esc choose nothing, and what was chosen stays; a click into the
 * open field only places the caret; the first row is the one that Enter takes as soon as something is typed; the pointer
 * may leave the list without losing the place.
 */
function nextState<Item extends ComboboxItem>(
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
