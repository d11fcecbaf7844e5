import { createContext, useContext, type ReactNode } from 'react';
import { createPortal } from 'react-dom';

/**
 * A place of the frame that its contents fill: `Target` has the element of the place, and `Fill` renders into it, from
 * anywhere below.
 */
function createSlot() {
  const Target = createContext<HTMLElement | null>(null);
  const Fill = ({ children }: { readonly children: ReactNode }) => {
    const target = useContext(Target);
    return target && createPortal(children, target);
  };
  return { Target, Fill };
}

/** In the header, after the mark: the task and the model. */
export const HeaderSlot = createSlot();

/** Next to the tabs of the output: what acts on the tab. */
export const ToolbarSlot = createSlot();
