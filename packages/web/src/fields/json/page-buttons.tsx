import { count } from '@tryout/engine';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { IconButton } from '../../lib/ui/icon-button.tsx';
import styles from './table-grid.module.css';

export interface PageButtonsProps {
  readonly rows: number;
  /** The first row that is shown, from 0. */
  readonly first: number;
  /** How many are shown. */
  readonly shown: number;
  /** @param row that is to be shown */
  onFirst(row: number): void;
}

/** Which rows are shown of a table that is too long to be shown whole, and what leads to the others. */
export function PageButtons({ rows, first, shown, onFirst }: PageButtonsProps) {
  if (rows <= shown) return null;
  return (
    <div className={styles.pages}>
      <IconButton
        icon={ChevronLeft}
        label="Earlier rows"
        disabled={first === 0}
        onClick={() => onFirst(first - 1)}
      />
      <span role="status">
        Rows {count(first + 1)} to {count(first + shown)} of {count(rows)}
      </span>
      <IconButton
        icon={ChevronRight}
        label="Later rows"
        disabled={first + shown >= rows}
        onClick={() => onFirst(first + shown)}
      />
    </div>
  );
}
