import { type KeyboardEvent, type ReactNode, useId, useRef } from 'react';
import styles from './tabs.module.css';

type TabsProps<V extends string> = {
  /** Name of the tab list for screen readers. */
  label: string;
  tabs: readonly { value: V; label: ReactNode }[];
  value: V;
  onChange: (value: V) => void;
  /** Content of the selected tab's panel. */
  children?: ReactNode;
};

const steps: Record<string, number> = { ArrowLeft: -1, ArrowRight: 1, Home: -Infinity, End: Infinity };

/** Tabs as in the ARIA pattern: arrow keys select, Tab moves to the panel. Without tabs, the panel is a plain box. */
export function Tabs<V extends string>({ label, tabs, value, onChange, children }: TabsProps<V>) {
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  const hasTabs = tabs.length > 0;

  const onKeyDown = (event: KeyboardEvent) => {
    const step = steps[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const current = tabs.findIndex((tab) => tab.value === value);
    const last = tabs.length - 1;
    const target = Number.isFinite(step) ? (current + step + tabs.length) % tabs.length : step < 0 ? 0 : last;
    const next = tabs[target];
    if (!next) return;
    onChange(next.value);
    list.current?.querySelectorAll<HTMLElement>('[role=tab]')[target]?.focus();
  };

  return (
    <>
      {hasTabs && (
        <div ref={list} role="tablist" aria-label={label} className={styles.list}>
          {tabs.map((tab) => (
            <button
              key={tab.value}
              type="button"
              role="tab"
              id={`${id}${tab.value}`}
              className={styles.tab}
              aria-selected={tab.value === value}
              aria-controls={`${id}panel`}
              tabIndex={tab.value === value ? 0 : -1}
              onKeyDown={onKeyDown}
              onClick={() => onChange(tab.value)}
            >
              {tab.label}
            </button>
          ))}
        </div>
      )}
      <div {...(hasTabs && { role: 'tabpanel', id: `${id}panel`, 'aria-labelledby': `${id}${value}` })}>
        {children}
      </div>
    </>
  );
}
