import { accessMarks, shortCount, visibleLine, type ListedModel } from '@tryout/engine';
import { ArrowDownToLine, CornerDownRight, Heart, Search } from 'lucide-react';
import { Emphasised } from '../../lib/ui/combobox/emphasised.tsx';
import { VisuallyHidden } from '../../lib/ui/visually-hidden.tsx';
import type { ModelRow } from './model-rows.ts';
import styles from './rows.module.css';

/** Of more than these providers only the number is told. */
const MOST_PROVIDERS = 2;

interface ModelRowViewProps {
  readonly row: ModelRow;
  /** Beginnings and ends of the letters that were typed. */
  readonly places: readonly number[];
}

/** One row of the list of models. */
export function ModelRowView({ row, places }: ModelRowViewProps) {
  if (row.kind === 'search')
    return (
      <span className={styles.own}>
        <Search aria-hidden="true" size={18} />
        <span className={styles.name}>Search the Hub for “{row.words}”</span>
      </span>
    );
  if (row.kind === 'typed')
    return (
      <span className={styles.own}>
        <CornerDownRight aria-hidden="true" size={18} />
        <span className={styles.name}>Use {row.id}</span>
      </span>
    );
  const { model, text, isDisabled } = row;
  return (
    <span className={styles.row}>
      <span className={styles.name} title={text}>
        <Emphasised text={text} places={places} />
      </span>
      <span className={styles.marks}>
        {accessMarks(model).map((mark) => (
          <span key={mark} className={styles.badge}>
            {mark}
          </span>
        ))}
      </span>
      <span className={styles.facts}>
        <Count icon={ArrowDownToLine} value={model.downloads} noun="downloads" />
        <Count icon={Heart} value={model.likes} noun="likes" />
        <span className={styles.served}>{isDisabled ? 'not a usable name' : servedBy(model)}</span>
      </span>
    </span>
  );
}

interface CountProps {
  readonly icon: typeof Heart;
  readonly value: number;
  readonly noun: string;
}

function Count({ icon: Icon, value, noun }: CountProps) {
  return (
    <span className={styles.count}>
      <Icon aria-hidden="true" size={13} />
      {shortCount(value)}
      <VisuallyHidden> {noun}, </VisuallyHidden>
    </span>
  );
}

function servedBy({ providers }: ListedModel): string {
  if (providers.length === 0) return 'not served';
  const more = providers.length - MOST_PROVIDERS;
  return `served by ${visibleLine(providers.slice(0, MOST_PROVIDERS).join(', '))}${more > 0 ? ` and ${more} more` : ''}`;
}
