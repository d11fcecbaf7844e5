import { visibleLine, type ChoiceField } from '@tryout/engine';
import { Select } from '../../lib/ui/text-input.tsx';
import type { ControlProps } from './control-props.ts';

export interface ChoiceInputProps extends ControlProps<Pick<ChoiceField, 'options'>> {
  /** What stands for nothing given. */
  readonly none: string;
}

/** One of a few values, or none. A text that is none of them is shown all the same. */
export function ChoiceInput({ spec, none, text, onText, ...props }: ChoiceInputProps) {
  const isKnown = text === '' || spec.options.some(({ value }) => value === text);
  return (
    <Select {...props} value={text} onChange={(event) => onText(event.target.value)}>
      <option value="">{none}</option>
      {!isKnown && <option value={text}>{visibleLine(text)}</option>}
      {spec.options.map(({ value, description }) => (
        <option key={value} value={value} title={description}>
          {visibleLine(value)}
        </option>
      ))}
    </Select>
  );
}
