import type { UseComboboxState, UseComboboxStateChangeOptions } from 'downshift';
import { ChevronDown, X, type LucideIcon } from 'lucide-react';
import { useEffect, useImperativeHandle, useLayoutEffect, useState, type ReactNode, type Ref } from 'react';
import { classes } from '../../lib/classes.ts';
import { IconButton } from '../button.tsx';
import { TextInput } from '../inputs.tsx';
import {
  changeTypes as types,
  Emphasized,
  Options,
  useCombobox,
  type ComboboxItem,
  type Marks,
} from './options.tsx';
import styles from './combobox.module.css';

export interface ComboboxHandle {
  open(): void;
}

interface ComboboxProps<Item extends ComboboxItem> {
  readonly id: string;
  readonly label: string;
  /** Name of the list, for example `Models`. */
  readonly listName: string;
  readonly placeholder: string;
  readonly icon?: LucideIcon | undefined;
  readonly disabled?: boolean;
  readonly invalid?: boolean;
  readonly describedBy?: string | undefined;
  readonly items: readonly Item[];
  /** The same object in each render, until it changes. */
  readonly selected: Item | null;
  /** Receives the typed text; empty when the list closes. */
  onQuery(query: string): void;
  onPick(item: Item): void;
  /** Renders an item within the fixed height of a row. */
  row(item: Item): ReactNode;
  readonly emptyMessage: string;
  /** Above the open list. */
  readonly tools?: ReactNode;
  readonly marks?: Marks;
  readonly ref?: Ref<ComboboxHandle>;
}

/**
 * An input with a filtered list (ARIA combobox pattern). Long lists render only visible rows. On narrow screens the
 * open list fills the screen.
 */
export function Combobox<Item extends ComboboxItem>(props: ComboboxProps<Item>) {
  const { id, label, listName, placeholder, disabled = false, invalid, describedBy } = props;
  const { icon: Icon, items, selected, onQuery, onPick, row, emptyMessage, tools, ref, marks } = props;
  const [root, setRoot] = useState<HTMLDivElement | null>(null);
  const [input, setInput] = useState<HTMLInputElement | null>(null);
  const [toggle, setToggle] = useState<HTMLButtonElement | null>(null);
  const list = useCombobox<Item>({
    inputId: id,
    items: items as Item[],
    initialSelectedItem: selected,
    itemToString: getText,
    itemToKey: (item) => item?.key,
    isItemDisabled: (item) => item?.isDisabled === true,
    stateReducer: reduceState,
    scrollIntoView: (option) => option.scrollIntoView({ block: 'nearest' }),
    onSelectedItemChange({ selectedItem }) {
      if (!selectedItem || selectedItem.key === selected?.key) return;
      // The parent may keep its own, for example the same model without a provider.
      list.selectItem(selected);
      onPick(selectedItem);
    },
    onIsOpenChange({ isOpen: isNowOpen }) {
      if (!isNowOpen) onQuery('');
    },
  });
  const isOpen = list.isOpen && !disabled;
  const { selectItem, openMenu, closeMenu } = list;
  // The parent controls the selection, for example from the URL.
  useLayoutEffect(() => {
    selectItem(selected);
    closeMenu();
  }, [selectItem, closeMenu, selected]);
  // The Close button disappears with the sheet; focusing the input would open the on-screen keyboard again.
  useLayoutEffect(() => {
    const { activeElement } = document;
    if (!isOpen && activeElement !== input && root?.contains(activeElement)) toggle?.focus();
  }, [isOpen, input, toggle, root]);
  useCloseRequest(isOpen, closeMenu);
  useImperativeHandle(ref, () => ({ open: openMenu }), [openMenu]);
  // The tools belong to the menu, too: using them does not close it.
  const { ref: menu, ...listProps } = list.getMenuProps({ 'aria-label': listName });
  return (
    <div className={styles.container}>
      <div
        ref={setRoot}
        className={classes(isOpen && styles.open)}
        onKeyDown={({ key }) => key === 'Escape' && isOpen && closeMenu()}
        onBlur={({ relatedTarget }) =>
          isOpen && relatedTarget && !root?.contains(relatedTarget) && closeMenu()
        }
      >
        <div className={styles.sheetHead}>
          <span>{label}</span>
          <IconButton label="Close" icon={X} onClick={closeMenu} />
        </div>
        <div className={classes(styles.control, Icon && styles.withIcon)}>
          {Icon && <Icon aria-hidden="true" size={20} className={styles.icon} />}
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
              'aria-label': label,
              onBlur: ({ relatedTarget, nativeEvent }) => {
                if (root?.contains(relatedTarget))
                  Object.assign(nativeEvent, { preventDownshiftDefault: true });
              },
              onChange: (event) => onQuery((event.target as HTMLInputElement).value),
              onKeyDown: ({ key, shiftKey, nativeEvent }) => {
                const item = items[list.highlightedIndex];
                const isMark = key === 'Enter' && shiftKey && isOpen && marks && item && !item.isAction;
                if (isMark) marks.onToggle(item.key);
                if (key === 'Tab' && !tools) closeMenu();
                // Without a match, Enter would only hide the message. Esc in a closed list may cancel a run.
                const isOther = isOpen ? key === 'Enter' && items.length === 0 : key === 'Escape';
                if (isMark || isOther) Object.assign(nativeEvent, { preventDownshiftDefault: true });
              },
              // Typing then replaces the selected item.
              onClick: () => !isOpen && input?.select(),
            })}
          />
          {!Icon && selected && !isOpen && (
            <span aria-hidden="true" className={styles.display}>
              <Emphasized text={selected.text} words="" />
            </span>
          )}
          <button
            type="button"
            {...list.getToggleButtonProps({ ref: setToggle, disabled, 'aria-label': listName })}
            className={styles.toggle}
          >
            <ChevronDown aria-hidden="true" size={18} />
          </button>
        </div>
        <div ref={menu as Ref<HTMLDivElement>} className={styles.popup} hidden={!isOpen}>
          {isOpen && tools && <div className={styles.tools}>{tools}</div>}
          <Options
            combobox={list}
            listProps={listProps}
            items={items}
            isOpen={isOpen}
            selected={selected}
            row={row}
            marks={marks}
          />
          {items.length === 0 && <p className={styles.empty}>{emptyMessage}</p>}
        </div>
      </div>
    </div>
  );
}

/** Missing in TypeScript's library (HTML standard, close watchers). */
interface CloseWatcher extends EventTarget {
  destroy(): void;
}

/** Closes on a phone's back gesture and on Esc. Browsers without close watchers go back a page instead. */
function useCloseRequest(isOpen: boolean, onClose: () => void): void {
  useEffect(() => {
    const { CloseWatcher } = globalThis as { CloseWatcher?: new () => CloseWatcher };
    if (!isOpen || !CloseWatcher) return;
    const watcher = new CloseWatcher();
    watcher.addEventListener('close', onClose);
    return () => watcher.destroy();
  }, [isOpen, onClose]);
}

function getText(item: ComboboxItem | null | undefined): string {
  return item?.text ?? '';
}

function reduceState<Item extends ComboboxItem>(
  state: UseComboboxState<Item>,
  { type, changes }: UseComboboxStateChangeOptions<Item>,
): Partial<UseComboboxState<Item>> {
  const { selectedItem } = state;
  switch (type) {
    case types.InputChange:
      // Enter selects the first match.
      return { ...changes, highlightedIndex: 0 };
    case types.InputClick:
      // A click in an open field only moves the caret.
      return state.isOpen ? state : changes;
    case types.InputBlur:
      // On narrow screens (same width as in the style sheet) blurring means hiding the on-screen keyboard.
      if (matchMedia('(width < 40rem)').matches) return state;
      return { ...changes, inputValue: getText(selectedItem) };
    case types.InputKeyDownEscape:
    case types.FunctionCloseMenu:
      return { ...changes, isOpen: false, inputValue: getText(selectedItem) };
    case types.MenuMouseLeave:
      return { ...changes, highlightedIndex: state.highlightedIndex };
    default:
      return changes.selectedItem?.isAction ? { ...changes, inputValue: getText(selectedItem) } : changes;
  }
}
