/** What a control of one typed value is given. */
export interface ControlProps<Spec> {
  readonly id: string;
  readonly spec: Spec;
  /** As typed; empty where nothing is given. */
  readonly text: string;
  readonly disabled: boolean;
  readonly 'aria-invalid': boolean;
  readonly 'aria-describedby'?: string | undefined;
  onText(text: string): void;
}
