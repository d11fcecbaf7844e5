import type { CodeTab } from '@tryout/engine';
import { useId, useRef, type KeyboardEvent, type ReactNode } from 'react';
import styles from './code.module.css';

interface LanguageTabsProps {
  readonly tabs: readonly CodeTab[];
  readonly chosen: number;
  onChoose(index: number): void;
  readonly children: ReactNode;
}

/** Tabs with arrow keys (ARIA Authoring Practices Guide, tabs). */
export function LanguageTabs({ tabs, chosen, onChoose, children }: LanguageTabsProps) {
  const id = useId();
  const list = useRef<HTMLDivElement>(null);

  function onKeyDown(event: KeyboardEvent): void {
    const next = nextTab(event.key, chosen, tabs.length);
    if (next === undefined) return;
    event.preventDefault();
    onChoose(next);
    list.current?.querySelectorAll<HTMLElement>('[role="tab"]')[next]?.focus();
  }

  return (
    <>
      <div ref={list} role="tablist" aria-label="Language" className={styles.tabs} onKeyDown={onKeyDown}>
        {tabs.map(({ label }, index) => (
          <button
            key={label}
            type="button"
            role="tab"
            id={`${id}-${index}`}
            aria-selected={index === chosen}
            aria-controls={`${id}-panel`}
            tabIndex={index === chosen ? 0 : -1}
            className={styles.tab}
            onClick={() => onChoose(index)}
          >
            {label}
          </button>
        ))}
      </div>
      <div role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${chosen}`} className={styles.panel}>
        {children}
      </div>
    </>
  );
}

/** The tab that a key moves to; undefined for other keys. */
function nextTab(key: string, current: number, count: number): number | undefined {
  switch (key) {
    case 'ArrowRight':
      return (current + 1) % count;
    case 'ArrowLeft':
      return (current + count - 1) % count;
    case 'Home':
      return 0;
    case 'End':
      return count - 1;
    default:
      return undefined;
  }
}
