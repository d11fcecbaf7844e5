import { useContext } from 'react';
import { AppContext } from '../app-context.ts';
import { keepForm } from '../kept-form.ts';
import { Button } from './button.tsx';

/**
 * Loads the page anew, which is the one way to a part that could not be loaded: a browser remembers what failed for as
 * long as the page is there. What is filled in is kept.
 */
export function LoadAnew() {
  const session = useContext(AppContext)?.session.getSnapshot();
  const hasForm = session?.getSnapshot().task !== undefined;

  function load(): void {
    if (session) keepForm(session);
    location.reload();
  }

  return (
    <>
      {hasForm && <p>What you have typed stays; a file is to be chosen again.</p>}
      <Button onClick={load}>Load the page anew</Button>
    </>
  );
}
