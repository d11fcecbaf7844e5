import { useRef, type KeyboardEvent, type ReactNode } from 'react';
import styles from './tabs.module.css';

interface TabsProps<Id extends string | number> {
  /** Prefix of the IDs of the tabs and of their panel. */
  readonly id: string;
  readonly label: string;
  readonly tabs: readonly { readonly id: Id; readonly label: string }[];
  readonly value: Id;
  onChoose(id: Id): void;
}

/** Tabs with arrow keys (ARIA Authoring Practices Guide, tabs); {@link TabPanel} has their content. */
export function Tabs<Id extends string | number>({ id, label, tabs, value, onChoose }: TabsProps<Id>) {
  const list = useRef<HTMLDivElement>(null);

  function onKeyDown(event: KeyboardEvent): void {
    const current = tabs.findIndex((tab) => tab.id === value);
    const targets = new Map([
      ['ArrowRight', (current + 1) % tabs.length],
      ['ArrowLeft', (current + tabs.length - 1) % tabs.length],
      ['Home', 0],
      ['End', tabs.length - 1],
    ]);
    const next = targets.get(event.key);
    if (next === undefined) return;
    event.preventDefault();
    onChoose(tabs[next]!.id);
    list.current?.querySelectorAll<HTMLElement>('[role="tab"]')[next]?.focus();
  }

  return (
    <div ref={list} role="tablist" aria-label={label} className={styles.tabs} onKeyDown={onKeyDown}>
      {tabs.map((tab) => (
        <button
          key={tab.id}
          type="button"
          role="tab"
          id={`${id}-${tab.id}`}
          aria-selected={tab.id === value}
          aria-controls={`${id}-panel`}
          tabIndex={tab.id === value ? 0 : -1}
          className={styles.tab}
          onClick={() => onChoose(tab.id)}
        >
          {tab.label}
        </button>
      ))}
    </div>
  );
}

interface TabPanelProps {
  readonly id: string;
  readonly value: string | number;
  readonly className?: string | undefined;
  readonly children: ReactNode;
}

export function TabPanel({ id, value, ...props }: TabPanelProps) {
  return <div role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${value}`} {...props} />;
}
