import styles from './view-switch.module.css';

export interface ViewSwitchProps<Value extends string> {
  /** What is switched. */
  readonly label: string;
  readonly options: readonly { readonly value: Value; readonly label: string }[];
  readonly value: Value;
  /** Id of what it changes. */
  readonly controls: string;
  onChange(value: Value): void;
}

/** One of a few views, all of them one click away. */
export function ViewSwitch<Value extends string>({
  label,
  options,
  value,
  controls,
  onChange,
}: ViewSwitchProps<Value>) {
  return (
    <div role="group" aria-label={label} className={styles.switch}>
      {options.map((option) => (
        <button
          key={option.value}
          type="button"
          aria-pressed={option.value === value}
          aria-controls={controls}
          className={styles.option}
          onClick={() => onChange(option.value)}
        >
          {option.label}
        </button>
      ))}
    </div>
  );
}
