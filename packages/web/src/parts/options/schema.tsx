import { isRunning, readSchema } from '@tryout/engine';
import { useId } from 'react';
import { LongTextArea } from '../../fields/text/text-field.tsx';
import { useLoaded } from '../../lib/hooks.ts';
import { useSession, useSessionState } from '../../state/app-context.ts';
import { FailureNote } from '../../ui/failure-note.tsx';
import { InputFrame } from '../../ui/inputs.tsx';

/** The JSON Schema that answers have to fit. */
export default function Schema() {
  const session = useSession();
  const choices = useSessionState((state) => state.choices);
  const disabled = useSessionState(isRunning);
  const id = useId();
  const { schema } = choices;
  const { error } = useLoaded(schema, readSchema);
  return (
    <>
      <InputFrame
        label="Schema of the answers"
        htmlFor={id}
        hint="Asks for JSON that fits. An answer that does not fit is an error."
      >
        <LongTextArea
          id={id}
          rows={5}
          spellCheck={false}
          disabled={disabled}
          aria-describedby={`${id}-hint ${id}-error`}
          aria-invalid={error !== undefined}
          value={schema ?? ''}
          onText={(text) => session.setChoices({ ...choices, schema: text.trim() === '' ? undefined : text })}
        />
      </InputFrame>
      {error !== undefined && <FailureNote id={`${id}-error`} error={error} />}
    </>
  );
}
