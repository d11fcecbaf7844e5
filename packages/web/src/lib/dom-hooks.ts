import { useEffect, useEffectEvent, useLayoutEffect, type RefObject } from 'react';

/** Listens to events of the page while the component is mounted. */
export function useListener<Type extends keyof WindowEventMap>(
  target: Window | Document,
  type: Type,
  listener: (event: WindowEventMap[Type]) => void,
  { capture = false } = {},
): void {
  const onEvent = useEffectEvent(listener);
  useEffect(() => {
    const handle = (event: Event) => onEvent(event as WindowEventMap[Type]);
    target.addEventListener(type, handle, capture);
    return () => target.removeEventListener(type, handle, capture);
  }, [target, type, capture]);
}

/**
 * Calls back when an element is shown, before the page is drawn, and whenever its size changes.
 * @param isOn whether the size is observed; default: true
 */
export function useResize<Target extends Element>(
  element: RefObject<Target | null>,
  onResize: (target: Target) => void,
  isOn = true,
): void {
  const measure = useEffectEvent(onResize);
  useLayoutEffect(() => {
    const { current } = element;
    if (!isOn || !current) return;
    const observer = new ResizeObserver(() => measure(current));
    observer.observe(current);
    measure(current);
    return () => observer.disconnect();
  }, [element, isOn]);
}

/** Whether files are dragged over the page or dropped on it. */
export function hasFiles({ dataTransfer }: DragEvent): boolean {
  return dataTransfer?.types.includes('Files') ?? false;
}
