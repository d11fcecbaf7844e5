import { parseTyped, type OneLineField } from '@tryout/engine';
import { TextInput } from '../lib/ui/text-input.tsx';
import { GrowingTextArea } from './text/growing-text-area.tsx';
import { ChoiceInput } from './typed/choice-input.tsx';
import { NumberInput } from './typed/number-input.tsx';

export interface TypedInputProps {
  readonly id: string;
  readonly spec: OneLineField;
  /** As typed; empty where nothing is given. */
  readonly text: string;
  /** Ids of what is said of it, for example its limits or what is wrong; what has the id `{id}-hint` by default. */
  readonly describedBy?: string;
  readonly disabled: boolean;
  onText(text: string): void;
}

const truths = [{ value: 'true' }, { value: 'false' }];

/** The control for a value that is given as text: a parameter of any kind. */
export function TypedInput({
  id,
  spec,
  text,
  describedBy = `${id}-hint`,
  disabled,
  onText,
}: TypedInputProps) {
  const props = {
    id,
    text,
    disabled,
    onText,
    'aria-invalid': text !== '' && !canBeRead(spec, text),
    'aria-describedby': describedBy,
  };
  switch (spec.kind) {
    case 'number':
      return <NumberInput {...props} spec={spec} />;
    case 'choice':
      return <ChoiceInput {...props} spec={spec} none="Default" />;
    case 'boolean':
      return <ChoiceInput {...props} spec={{ options: truths }} none="Default" />;
    case 'text':
    case 'json': {
      const { onText: _onText, text: _text, ...plain } = props;
      return (
        <GrowingTextArea
          {...plain}
          rows={1}
          spellCheck={spec.kind === 'text'}
          autoCapitalize="off"
          value={text}
          onChange={(event) => onText(event.target.value)}
        />
      );
    }
    case 'list': {
      const { onText: _onText, text: _text, ...plain } = props;
      return (
        <TextInput
          {...plain}
          autoComplete="off"
          autoCapitalize="off"
          value={text}
          onChange={(event) => onText(event.target.value)}
        />
      );
    }
  }
}

function canBeRead(spec: OneLineField, text: string): boolean {
  try {
    parseTyped(spec, text, 'It');
    return true;
  } catch {
    return false;
  }
}
