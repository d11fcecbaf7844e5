import {
  asLine,
  computeAgreement,
  count,
  describeAgreement,
  formatColumn,
  formatScores,
  shortNumber,
  type Agreement,
  type ComparedRow,
  type ResultKind,
  type ResultView,
} from '@tryout/engine';
import { useMemo, useState } from 'react';
import { getComparedKind } from '../../results/compared/kinds.tsx';
import { AmountBar } from '../../results/parts/parts.tsx';
import { decodeMasks } from '../../results/regions/mask-layers.ts';
import { useLoaded } from '../../lib/hooks.ts';
import { Button } from '../../ui/button.tsx';
import { FactLine, ScrollBox, VisuallyHidden } from '../../ui/panel.tsx';
import styles from './compare.module.css';

interface DifferencesProps {
  readonly views: readonly (ResultView | undefined)[];
  readonly names: readonly string[];
}

/** How alike the results are, all of them in one place where that is possible, and what differs most. */
export function Differences({ views, names }: DifferencesProps) {
  const kind = views.find(Boolean)!.kind;
  const isComparable = views.every((view) => !view || view.kind === kind);
  const { value: agreement } = useLoaded(isComparable ? views : undefined, (all, signal) =>
    computeAgreement(all, { decodeMask, signal }),
  );
  const Together = isComparable ? getComparedKind(kind).together : undefined;
  return (
    <>
      <p className={styles.agreement}>
        <FactLine facts={agreement ? describeAgreement(agreement) : []} />
      </p>
      {Together && <Together views={views} names={names} />}
      {agreement && agreement.rows.length > 0 && (
        <DifferenceTable agreement={agreement} kind={kind} names={names} />
      )}
    </>
  );
}

async function decodeMask(mask: string) {
  const [layer] = await decodeMasks([{ label: '', mask }]);
  return typeof layer === 'object' ? layer : undefined;
}

/** Rows that are shown at first. */
const FIRST_ROWS = 5;
/** Scores that differ less are about the same. */
const MIN_DIFFERENCE = 0.1;

interface DifferenceTableProps {
  readonly agreement: Agreement;
  readonly kind: ResultKind;
  readonly names: readonly string[];
}

function DifferenceTable({ agreement, kind, names }: DifferenceTableProps) {
  const { rows, areScores } = agreement;
  const [showsAll, setShowsAll] = useState(false);
  const visibleRows = showsAll ? rows : rows.slice(0, FIRST_ROWS);
  const isDifferent = ({ difference }: ComparedRow) =>
    difference > 0 && (!areScores || difference >= MIN_DIFFERENCE);
  const size = rows.some(isDifferent)
    ? 'Differences'
    : rows.some(({ difference }) => difference > 0) && 'Small differences';
  const amounts = useMemo(() => getAmounts(agreement, kind), [agreement, kind]);
  return (
    <div className={styles.differences}>
      <ScrollBox aria-label="Differences">
        <table>
          <caption>{size ? `${size}, the largest first` : 'No differences'}</caption>
          <thead>
            <tr>
              <td />
              {names.map((name) => (
                <th key={name} scope="col">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {visibleRows.map((row, index) => (
              <tr key={index}>
                <th scope="row" dir="auto">
                  {isDifferent(row) ? <mark>{asLine(row.label)}</mark> : asLine(row.label)}
                </th>
                {row.values.map((value, column) => (
                  <td key={column}>
                    <Amount value={value} amounts={amounts} />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollBox>
      {!showsAll && rows.length > FIRST_ROWS && (
        <Button onClick={() => setShowsAll(true)}>Show all {count(rows.length)} rows</Button>
      )}
    </div>
  );
}

/** Scores and the numbers of a column in one format, with the shares of scores. */
function getAmounts({ rows, areScores }: Agreement, kind: ResultKind) {
  const numbers = rows.flatMap(({ values }) => values.filter((value) => typeof value === 'number'));
  const texts = kind === 'numbers' ? formatColumn(numbers) : numbers.map(shortNumber);
  const amounts = areScores ? formatScores(numbers) : texts.map((amount) => ({ amount }));
  return new Map<number, { amount: string; share?: number }>(
    numbers.map((value, index) => [value, amounts[index]!]),
  );
}

interface AmountProps {
  readonly value: number | string | undefined;
  readonly amounts: ReturnType<typeof getAmounts>;
}

function Amount({ value, amounts }: AmountProps) {
  if (value === undefined)
    return (
      <>
        <span aria-hidden="true">–</span>
        <VisuallyHidden>missing</VisuallyHidden>
      </>
    );
  if (typeof value === 'string') return asLine(value);
  const { amount, share } = amounts.get(value)!;
  if (share === undefined) return amount;
  return (
    <span className={styles.amount}>
      {amount}
      <AmountBar from={0} to={share} />
    </span>
  );
}
