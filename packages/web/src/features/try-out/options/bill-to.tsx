import { visibleLine } from '@tryout/engine';
import { useId } from 'react';
import { useSession, useSessionState } from '../../../lib/session-context.ts';
import { InputFrame } from '../../../lib/ui/input-frame.tsx';
import { Select } from '../../../lib/ui/text-input.tsx';

/** Who pays: the person, or one of the organizations that can; nothing where there is none. */
export function BillTo({ disabled }: { readonly disabled: boolean }) {
  const session = useSession();
  const identity = useSessionState((state) => state.signIn.identity);
  const choices = useSessionState((state) => state.choices);
  const id = useId();
  const { billTo: chosen } = choices;
  const paying = (identity?.orgs ?? []).filter(({ canPay }) => canPay).map(({ name }) => name);
  // One that was chosen before stays to be seen, whatever is known of it now.
  const names = chosen === undefined || paying.includes(chosen) ? paying : [...paying, chosen];
  if (names.length === 0) return null;

  function choose(name: string): void {
    const { billTo: _billTo, ...others } = choices;
    session.setChoices(name === '' ? others : { ...others, billTo: name });
  }

  return (
    <InputFrame label="Billed to" htmlFor={id}>
      <Select
        id={id}
        value={chosen ?? ''}
        disabled={disabled}
        onChange={(event) => choose(event.target.value)}
      >
        <option value="">{identity ? `${visibleLine(identity.name)} (you)` : 'You'}</option>
        {names.map((name) => (
          <option key={name} value={name}>
            {visibleLine(name)}
          </option>
        ))}
      </Select>
    </InputFrame>
  );
}
