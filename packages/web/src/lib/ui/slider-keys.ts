interface SliderSteps {
  /** The minimum is 0. */
  readonly max: number;
  /** To the right, with an arrow key. */
  readonly step: number;
  /** Up, with an arrow key. */
  readonly up: number;
  readonly pageUp: number;
}

/** The value that a key moves a slider to; undefined for other keys. */
export function sliderTarget(key: string, value: number, steps: SliderSteps): number | undefined {
  const { max, step, up, pageUp } = steps;
  const changes = new Map([
    ['ArrowRight', step],
    ['ArrowLeft', -step],
    ['ArrowUp', up],
    ['ArrowDown', -up],
    ['PageUp', pageUp],
    ['PageDown', -pageUp],
    ['Home', -max],
    ['End', max],
  ]);
  const change = changes.get(key);
  return change === undefined ? undefined : Math.min(max, Math.max(0, value + change));
}
