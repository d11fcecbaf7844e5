import { useContext } from 'react';
import { AppContext } from '../app-context.ts';
import { Button } from './button.tsx';

/**
 * Loads the page anew, which is the one way to a part that could not be loaded: a browser remembers what failed for as
 * long as the page is there. What is filled in is kept.
 */
export function LoadAnew() {
  const session = useContext(AppContext)?.session.getSnapshot();
  const hasForm = session?.getSnapshot().task !== undefined;

  return (
    <>
      {hasForm && <p>What you have typed and chosen stays.</p>}
      <Button onClick={() => location.reload()}>Load the page anew</Button>
    </>
  );
}
