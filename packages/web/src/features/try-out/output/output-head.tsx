import { GOES_ON } from './use-followed-focus.ts';
import { ViewSwitch } from './view-switch.tsx';
import styles from './output.module.css';

/** A result as it is drawn, or as raw JSON. */
export type Look = 'result' | 'json';

const looks = [
  { value: 'result', label: 'Result' },
  { value: 'json', label: 'JSON' },
] as const;

export interface OutputHeadProps {
  readonly id: string;
  /** Id of what the look changes. */
  readonly controls: string;
  readonly look: Look;
  /** Where there is a result, which can be looked at in two ways. */
  onLook?(look: Look): void;
  readonly isError: boolean;
  readonly isBusy: boolean;
}

/** The heading of the output, with the two looks of a result. */
export function OutputHead({ id, controls, look, onLook, isError, isBusy }: OutputHeadProps) {
  return (
    <div className={styles.head}>
      <h2 id={id} tabIndex={-1} {...(isBusy && GOES_ON)}>
        {isError ? 'Error' : 'Output'}
      </h2>
      {onLook && (
        <ViewSwitch<Look>
          label="Show the output as"
          options={looks}
          value={look}
          controls={controls}
          onChange={onLook}
        />
      )}
    </div>
  );
}
