import {
  useCallback,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
  type RefObject,
} from 'react';

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

const APP = 'Tryout';

/** Sets the title of the page: `parts · Tryout`. */
export function useTitle(...parts: readonly (string | undefined)[]): void {
  const title = [...parts.filter((part) => part !== undefined), APP].join(' · ');
  useEffect(() => {
    document.title = title;
    return () => void (document.title = APP);
  }, [title]);
}

let isFirstScreen = true;
let focusAtNavigation: Element | null = null;

/** Remembers what has the focus when the path changes, for screens that load later. */
export function useFocusAtNavigation(path: string): void {
  useLayoutEffect(() => void (focusAtNavigation = document.activeElement), [path]);
}

/**
 * Moves the focus to the heading of a new screen, so that screen readers announce it and Tab continues there, unless the
 * user has focused something else while the screen was loading. The heading needs `tabIndex={-1}`.
 * @param onFirstScreen also moves it on the first screen after a page load
 */
export function useHeadingFocus({ onFirstScreen = false } = {}): RefObject<HTMLHeadingElement | null> {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    const isUnmoved = [document.body, focusAtNavigation, null].includes(document.activeElement);
    // The scroll position is that of the screen, which may be one that the user returned to.
    if (isUnmoved && (!isFirstScreen || onFirstScreen)) heading.current?.focus({ preventScroll: true });
    isFirstScreen = false;
  }, [onFirstScreen]);
  return heading;
}

interface Loaded<Value> {
  /** Undefined until the work for the current key is done. */
  readonly value: Value | undefined;
  readonly error: unknown;
  /** As the value, but while the work for a new key is being done, the value for the key before. */
  readonly last: Value | undefined;
  /** Does the work again. */
  retry(): void;
}

/**
 * The value or error of asynchronous work. Work for an earlier key, or of an unmounted component, is aborted and its
 * outcome dropped. Work that failed is done again when the network is back, so it must only read.
 * @param key identifies the work, which is done once for each key; none is done while it is undefined
 */
export function useLoaded<Key, Value>(
  key: Key | undefined,
  load: (key: Key, signal: AbortSignal) => Promise<Value>,
): Loaded<Value> {
  const [outcome, setOutcome] = useState<{
    readonly key: Key;
    readonly value?: Value;
    readonly error?: unknown;
  }>();
  const [attempt, setAttempt] = useState(0);
  const start = useEffectEvent(load);
  useEffect(() => {
    if (key === undefined) return;
    const controller = new AbortController();
    const { signal } = controller;
    start(key, signal).then(
      (value) => signal.aborted || setOutcome({ key, value }),
      (error: unknown) => signal.aborted || setOutcome({ key, error }),
    );
    return () => controller.abort();
  }, [key, attempt]);
  const current = outcome && outcome.key === key ? outcome : undefined;
  function retry(): void {
    setOutcome(undefined);
    setAttempt(attempt + 1);
  }
  useListener(window, 'online', () => current?.error !== undefined && retry());
  return { value: current?.value, error: current?.error, last: outcome?.value, retry };
}

/** Whether the window matches a media query. */
export function useMediaQuery(query: string): boolean {
  const list = useMemo(() => matchMedia(query), [query]);
  const subscribe = useCallback(
    (onChange: () => void) => {
      list.addEventListener('change', onChange);
      return () => list.removeEventListener('change', onChange);
    },
    [list],
  );
  return useSyncExternalStore(subscribe, () => list.matches);
}
