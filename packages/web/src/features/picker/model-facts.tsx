import { servedBy, shortCount, visibleLine, type ListedModel } from '@tryout/engine';
import { ArrowDownToLine, Heart } from 'lucide-react';
import { VisuallyHidden } from '../../lib/ui/visually-hidden.tsx';
import styles from './rows.module.css';

/** Of more than these providers only the number is told. */
const MOST_PROVIDERS = 2;

export interface ModelFactsProps {
  readonly model: ListedModel;
  /** Said in place of who serves it. */
  readonly instead?: string | undefined;
}

/** How used a model is and who serves it, in a line. */
export function ModelFacts({ model, instead }: ModelFactsProps) {
  return (
    <span className={styles.facts}>
      <Count icon={ArrowDownToLine} value={model.downloads} noun="downloads" />
      <Count icon={Heart} value={model.likes} noun="likes" />
      <span className={styles.served}>
        {instead ?? visibleLine(servedBy(model, MOST_PROVIDERS) ?? 'not served')}
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
