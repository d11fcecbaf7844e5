import { useEffect, useState } from 'react';

/** How often it is looked at, in milliseconds. */
const TICK = 250;

/** Milliseconds since the component was drawn first. */
export function useClock(): number {
  const [passed, setPassed] = useState(0);
  useEffect(() => {
    const since = performance.now();
    const timer = setInterval(() => setPassed(performance.now() - since), TICK);
    return () => clearInterval(timer);
  }, []);
  return passed;
}
