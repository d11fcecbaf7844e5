import { messageOf, webAddress } from '@tryout/engine';
import type { Picker } from '../../app/picker.ts';
import type { Size } from '../../display/size.ts';
import type { Key } from '../../keyboard/key.ts';
import { paragraph } from '../../panels/paragraph.ts';
import { createEditor } from '../../text-editing/editor.ts';

/** A line to type the address of an endpoint into. */
export interface AddressBox {
  onKey(key: Key): boolean;
  /** Takes what is typed, if it is an address; else says what is wrong with it. */
  enter(): void;
  draw(room: Size): readonly string[];
}

/**
 * @param known the address that stands in it at first
 * @param onAddress told of the one that was entered
 */
export function addressBox(picker: Picker, known: string, onAddress: (address: string) => void): AddressBox {
  const { theme } = picker;
  const editor = createEditor({ theme, isOneLine: true });
  editor.setText(known);
  let wrong = '';
  return {
    onKey(key) {
      wrong = '';
      return editor.onKey(key);
    },
    enter() {
      const typed = editor.text.trim();
      try {
        webAddress(typed);
      } catch (error) {
        wrong = messageOf(error);
        return;
      }
      onAddress(typed);
    },
    draw({ columns }) {
      const box = editor.draw({ columns, rows: 1 }, { isFocused: true, placeholder: 'https://' });
      const below =
        wrong === ''
          ? paragraph('It is called as given, with the input of this task.', columns, theme.dim)
          : paragraph(wrong, columns, theme.error);
      return [theme.title('Endpoint URL'), ...box, '', ...below];
    },
  };
}
