import { useState } from 'react';
import { useSession, useSessionState } from '../../../lib/session-context.ts';
import { Disclosure } from '../../../lib/ui/disclosure.tsx';
import { Button } from '../../../lib/ui/button.tsx';
import { FreeParameterInput } from './free-parameter-input.tsx';
import { ParameterRows } from './parameter-rows.tsx';
import { useParameterSpecs } from './use-parameter-specs.ts';
import styles from './options.module.css';

/** The parameters of the task, closed until they are wanted. */
export function ParametersPart({ disabled }: { readonly disabled: boolean }) {
  const parameters = useSessionState((state) => state.parameters);
  const [isOpen, setOpen] = useState(false);
  const count = Object.keys(parameters).length;
  return (
    <Disclosure
      title="Parameters"
      summary={count === 0 ? 'none set' : `${count} set`}
      isOpen={isOpen}
      onToggle={setOpen}
    >
      <OpenParameters disabled={disabled} />
    </Disclosure>
  );
}

function OpenParameters({ disabled }: { readonly disabled: boolean }) {
  const session = useSession();
  const { specs, told } = useParameterSpecs();
  const [resets, setResets] = useState(0);
  const reset = () => {
    session.setParameters({});
    setResets(resets + 1);
  };
  if (!specs)
    return (
      <p role="status" className={styles.note}>
        {told}
      </p>
    );
  return (
    <>
      <ParameterRows key={resets} specs={specs} disabled={disabled} />
      <FreeParameterInput specs={specs} disabled={disabled} />
      <div>
        <Button disabled={disabled} onClick={reset}>
          Reset parameters
        </Button>
      </div>
    </>
  );
}
