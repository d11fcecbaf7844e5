import { count, formatScores, tones, type ResultKind, type ResultViews } from '@tryout/engine';
import {
  createContext,
  memo,
  useContext,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  type ComponentType,
  type CSSProperties,
  type FocusEvent,
  type ReactNode,
} from 'react';
import { classes } from '../../lib/classes.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { FactLine, ScrollBox } from '../../ui/panel.tsx';
import styles from './parts.module.css';
import { Maximize2, X } from 'lucide-react';

export interface ResultProps<Kind extends ResultKind = ResultKind> {
  readonly view: ResultViews[Kind];
}

/** A remark below or instead of a result. */
export function Note({ children }: { readonly children: ReactNode }) {
  return <p className={styles.note}>{children}</p>;
}

/** Facts about an image or sound. */
export function Facts({ facts }: { readonly facts: readonly string[] }) {
  return (
    <p className="note numeric">
      <FactLine facts={facts} />
    </p>
  );
}

/**
 * Sets `--tone` to the color of a category, and `--on-tone` to the color of text on it. The same in light and dark, as
 * they also appear over images.
 * @param tone index in the engine's `tones`
 */
export function getToneStyle(tone: number): CSSProperties {
  const { color, onColor } = tones[tone]!;
  return { '--tone': color, '--on-tone': onColor } as CSSProperties;
}

/** A row with a label and an amount. All texts are safe to show. */
export interface AmountRowData {
  readonly label: string;
  readonly amount: string;
  readonly bar?: Bar | undefined;
  readonly detail?: string;
  readonly tag?: { readonly text: string; readonly tone: number };
  readonly isBest?: boolean;
}

const AmountRow = memo(function AmountRow({ item }: { readonly item: AmountRowData }) {
  const { label, amount, bar, detail, tag, isBest } = item;
  return (
    <li className={classes(styles.row, isBest && styles.best, bar && styles.withBar)}>
      <span className={styles.label} dir="auto">
        {tag && (
          <span className={styles.tag} style={getToneStyle(tag.tone)}>
            {tag.text}
          </span>
        )}
        <span>{label}</span>
      </span>
      {bar && <AmountBar {...bar} className={styles.bar} />}
      {amount !== '' && <span className={styles.amount}>{amount}</span>}
      {detail && (
        <span className={styles.detail} dir="auto">
          {detail}
        </span>
      )}
    </li>
  );
});

type AmountListProps = Pick<GrowingListProps<AmountRowData>, 'label' | 'items' | 'isRanked' | 'emptyNote'>;

/** Rows with amounts. */
export function AmountList(props: AmountListProps) {
  return <GrowingList row={AmountRow} className={styles.rows} {...props} />;
}

/** The filled part of a bar, from 0 to 1. */
interface Bar {
  readonly from: number;
  readonly to: number;
  /** Position of zero, if it is not at the start. */
  readonly zero?: number;
}

export function AmountBar({ from, to, zero, className }: Bar & { readonly className?: string | undefined }) {
  return (
    <span className={classes(styles.amountBar, className)} aria-hidden="true">
      {to > from && (
        <span
          className={styles.filled}
          style={{ insetInlineStart: `${from * 100}%`, inlineSize: `${(to - from) * 100}%` }}
        />
      )}
      {zero !== undefined && <span className={styles.zero} style={{ insetInlineStart: `${zero * 100}%` }} />}
    </span>
  );
}

/** Rows with the scores of what they describe. */
export function createScoreRows<Part extends { readonly score?: number | undefined }, Row extends object>(
  parts: readonly Part[],
  describe: (part: Part, index: number) => Row,
): readonly (Row & Pick<AmountRowData, 'amount' | 'bar'>)[] {
  const scores = formatScores(parts.map(({ score }) => score));
  return parts.map((part, index) => {
    const { amount, share } = scores[index]!;
    return {
      ...describe(part, index),
      amount,
      bar: share === undefined ? undefined : { from: 0, to: share },
    };
  });
}

/** Bars from the start for values from 0 to 1, from the middle for values from -1 to 1; none for other values. */
export function getBars(values: readonly (number | string)[]): (Bar | undefined)[] {
  const areWithin = (min: number) =>
    values.every((value) => typeof value === 'number' && value >= min && value <= 1);
  // Integers are classes or counts.
  if (values.every((value) => Number.isInteger(value)) || !areWithin(-1)) return values.map(() => undefined);
  if (areWithin(0)) return values.map((value) => ({ from: 0, to: Number(value) }));
  return values.map((value) => {
    const place = (Number(value) + 1) / 2;
    return { from: Math.min(place, 0.5), to: Math.max(place, 0.5), zero: 0.5 };
  });
}

interface GrowingListProps<Item> {
  readonly items: readonly Item[];
  /** Renders an item as a list item. */
  readonly row: ComponentType<{ readonly item: Item; readonly index: number }>;
  readonly first?: number;
  /** Renders an ordered list. */
  readonly isRanked?: boolean;
  readonly label: string;
  readonly className?: string | undefined;
  /** Replaces an empty list. */
  readonly emptyNote?: string;
}

/** A few more items are shown without a button. */
const SLACK = 5;
/** Browsers need about a second for more rows. */
const MAX_STEP = 2000;

/** The start of a list, with a button for the rest. */
export function GrowingList<Item>(props: GrowingListProps<Item>) {
  const { items, row: Row, first = 20, isRanked = false, label, className, emptyNote } = props;
  const [visibleCount, setVisibleCount] = useState(items.length <= first + SLACK ? items.length : first);
  if (items.length === 0 && emptyNote !== undefined) return <Note>{emptyNote}</Note>;
  const next = Math.min(items.length, visibleCount + MAX_STEP);
  const List = isRanked ? 'ol' : 'ul';
  return (
    <>
      {/* Safari announces lists without bullets only with a role. */}
      <List role="list" aria-label={label} className={className}>
        {items.slice(0, visibleCount).map((item, index) => (
          <Row key={index} item={item} index={index} />
        ))}
      </List>
      {visibleCount < items.length && (
        <Button onClick={() => setVisibleCount(next)} className="at-start">
          Show {next === items.length ? `all ${count(next)}` : `${count(next - visibleCount)} more`}
        </Button>
      )}
    </>
  );
}

/** A button that shows an image in the entire window. The image has at most the height `--highest`. */
export function Enlarge({ children }: { readonly children: ReactNode }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const [isOpen, setOpen] = useState(false);
  useLayoutEffect(() => {
    if (isOpen) dialog.current?.showModal();
  }, [isOpen]);
  return (
    <>
      <IconButton label="Enlarge" icon={Maximize2} onClick={() => setOpen(true)} />
      {isOpen && (
        <dialog
          ref={dialog}
          className={styles.dialog}
          aria-label="Enlarged image"
          onClose={() => setOpen(false)}
        >
          <IconButton
            label="Close"
            icon={X}
            className={styles.close}
            onClick={() => dialog.current?.close()}
          />
          <ScrollBox aria-label="Image" className={styles.box}>
            {children}
          </ScrollBox>
        </dialog>
      )}
    </>
  );
}

/** The hovered, focused or pinned part of a result, both in the image or text and in the list. */
interface Selection {
  /** Index of the hovered or focused part, otherwise of the pinned one. */
  readonly activeIndex: number | undefined;
  /** Selected by a click. */
  readonly pinnedIndex: number | undefined;
  hover(index: number | undefined): void;
  focus(index: number | undefined): void;
  pin(index: number): void;
}

const HoverContext = createContext<Selection | undefined>(undefined);

/** A selection for the parts of one result. */
export function HoverSelection({ children }: { readonly children: ReactNode }) {
  const [hoveredIndex, hover] = useState<number>();
  const [focusedIndex, focus] = useState<number>();
  const [pinnedIndex, setPinnedIndex] = useState<number>();
  const selection = useMemo(() => {
    const pin = (index: number) => setPinnedIndex((before) => (before === index ? undefined : index));
    const activeIndex = hoveredIndex ?? focusedIndex ?? pinnedIndex;
    return { activeIndex, pinnedIndex, hover, focus, pin };
  }, [hoveredIndex, focusedIndex, pinnedIndex]);
  return <HoverContext value={selection}>{children}</HoverContext>;
}

/** The selection of the result around a component. */
export function useHoverSelection(): Selection {
  return useContext(HoverContext)!;
}

/** State of one part, and props for elements that represent it. */
export function useHoverPart(index: number) {
  const { activeIndex, pinnedIndex, hover, focus, pin } = useHoverSelection();
  return {
    isActive: activeIndex === index,
    isPinned: pinnedIndex === index,
    pin: () => pin(index),
    hoverProps: {
      onPointerEnter: () => hover(index),
      onPointerLeave: () => hover(undefined),
    },
    focusProps: {
      onFocus: ({ target }: FocusEvent) => target.matches(':focus-visible') && focus(index),
      onBlur: () => focus(undefined),
    },
  };
}

/** Results of several models on the same input. */
export interface TogetherProps<Kind extends ResultKind = ResultKind> {
  /** Undefined for models without a result. */
  readonly views: readonly (ResultViews[Kind] | undefined)[];
  readonly names: readonly string[];
}
