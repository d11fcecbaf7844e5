import { useLayoutEffect, type RefObject } from 'react';

/** Pixels that stay free below a list. */
const MARGIN = 16;

/**
 * Keeps the room that is left on screen, above an on-screen keyboard, in custom properties of the element: `--room-top`
 * and `--room-height` of all that can be seen, `--room-below` the element.
 */
export function usePopupRoom(element: RefObject<HTMLElement | null>, isOpen: boolean): void {
  useLayoutEffect(() => {
    const { current } = element;
    const { visualViewport } = window;
    if (!isOpen || !current || !visualViewport) return;
    // Its place in the page, which a sheet leaves.
    const place = current.parentElement ?? current;
    const measure = () => {
      const { offsetTop, height } = visualViewport;
      const below = offsetTop + height - place.getBoundingClientRect().bottom - MARGIN;
      current.style.setProperty('--room-top', `${offsetTop}px`);
      current.style.setProperty('--room-height', `${height}px`);
      current.style.setProperty('--room-below', `${below}px`);
    };
    measure();
    visualViewport.addEventListener('resize', measure);
    visualViewport.addEventListener('scroll', measure);
    return () => {
      visualViewport.removeEventListener('resize', measure);
      visualViewport.removeEventListener('scroll', measure);
    };
  }, [element, isOpen]);
}
