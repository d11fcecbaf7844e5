import { defineModel } from '../../define-model.ts';
import { numericRowRules, numericRows } from './numeric-rows.ts';
import { stoppingDistances } from './stopping-distances.ts';

interface Line {
  intercept: number;
  slope: number;
}

/** The line of least squares through `points`. */
function leastSquares(points: readonly (readonly [number, number])[]): Line {
  const meanX = points.reduce((sum, [x]) => sum + x, 0) / points.length;
  const meanY = points.reduce((sum, [, y]) => sum + y, 0) / points.length;
  const covariance = points.reduce((sum, [x, y]) => sum + (x - meanX) * (y - meanY), 0);
  const variance = points.reduce((sum, [x]) => sum + (x - meanX) ** 2, 0);
  const slope = covariance / variance;
  return { intercept: meanY - slope * meanX, slope };
}

const line = leastSquares(stoppingDistances);

const card = `
Predicts in how many feet a car of the 1920s stops, from its speed.

## Input

One column, \`speed\`, in miles an hour. Other columns are ignored. A missing column is an input error. ${numericRowRules}

## Output

The distance in feet, one number a row: **${line.intercept.toFixed(4)} + ${line.slope.toFixed(4)} × speed** (the
coefficients here are rounded, those in use are not).

## How it works

The two coefficients are the line of least squares through 50 trials from M. Ezekiel's "Methods of Correlation
Analysis" (1930): the slope is the sum of (speed − mean speed)(distance − mean distance) over the sum of
(speed − mean speed)², and the line goes through both means (15.4 and 42.98).

## Limits

The trials ran at 4 to 25 miles an hour. Below 4.5 the line predicts a negative distance, and above 25 far too short
a one, for braking distance grows with the square of the speed. Modern cars stop much sooner.
`;

/** Stopping distance by the line of least squares through Ezekiel's trials. */
export const stoppingDistanceLine = defineModel({
  id: 'sandbox/stopping-distance-line',
  task: 'tabular-regression',
  card,
  examples: [
    { example_title: 'Three speeds', structured_data: { speed: ['10', '15', '20'] } },
    { example_title: 'The average speed of the trials', structured_data: { speed: ['15.4'] } },
  ],
  answer: (table) =>
    numericRows(table, ['speed']).map(([speed]) => line.intercept + line.slope * (speed ?? 0)),
});
