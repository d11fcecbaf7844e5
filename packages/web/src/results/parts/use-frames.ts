import { useEffect, useRef, useState } from 'react';

/**
 * A value that changes many times in a frame, drawn once in each.
 * @param isChanging while false the value is taken as it is
 */
export function useFrames<Value>(value: Value, isChanging: boolean): Value {
  const latest = useRef(value);
  const [drawn, setDrawn] = useState(value);
  useEffect(() => {
    latest.current = value;
  }, [value]);
  useEffect(() => {
    if (!isChanging) return;
    let frame = requestAnimationFrame(function draw() {
      setDrawn(() => latest.current);
      frame = requestAnimationFrame(draw);
    });
    return () => cancelAnimationFrame(frame);
  }, [isChanging]);
  return isChanging ? drawn : value;
}
