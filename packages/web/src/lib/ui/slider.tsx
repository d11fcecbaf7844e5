import styles from './slider.module.css';

interface SliderProps {
  readonly label: string;
  readonly min: number;
  readonly max: number;
  readonly step: number;
  readonly value: number;
  /** The value with its unit. */
  readonly text: string;
  onValue(value: number): void;
}

export function Slider({ label, text, onValue, ...props }: SliderProps) {
  return (
    <label className={styles.slider}>
      {label}
      <input
        type="range"
        aria-valuetext={text}
        onChange={({ target }) => onValue(target.valueAsNumber)}
        {...props}
      />
      <span className={styles.text} aria-hidden="true">
        {text}
      </span>
    </label>
  );
}
