import { asLine, tonesFor, type FileInput } from '@tryout/engine';
import { useEffect, useRef, type ReactNode, type ComponentProps } from 'react';
import { classes } from '../../lib/classes.ts';
import { useImage, type ImageSize } from '../../lib/images.ts';
import { NoImage } from '../media/media.tsx';
import {
  AmountBar,
  createScoreRows,
  Enlarge,
  getToneStyle,
  GrowingList,
  HoverSelection,
  useHoverPart,
  type AmountRowData,
} from '../parts/parts.tsx';
import styles from './regions.module.css';

interface RegionImageProps {
  readonly image: FileInput;
  /** Stretched over the image. */
  overlay(size: ImageSize): ReactNode;
}

/** The input image with an overlay, and controls and rows next to it. */
export function RegionResult(props: RegionImageProps & { readonly children: ReactNode }) {
  return (
    <HoverSelection>
      <div className={styles.layout}>
        <RegionImage {...props} />
        <div className={styles.legend}>{props.children}</div>
      </div>
    </HoverSelection>
  );
}

/** Never taller than the window. */
function RegionImage({ image, overlay }: RegionImageProps) {
  const loadedImage = useImage(image);
  if (loadedImage.status === 'loading') return <div className={classes(styles.place, styles.room)} />;
  if (loadedImage.status === 'refused')
    return (
      <div>
        <NoImage name={image.name} file={image} size={loadedImage.size} />
      </div>
    );
  const { url, size, onError } = loadedImage;
  const { width, height } = size;
  const drawing = (
    <div
      className={styles.image}
      style={{
        aspectRatio: `${width} / ${height}`,
        maxInlineSize: `min(100%, var(--highest) * ${width / height})`,
      }}
    >
      <img src={url} alt={asLine(image.name)} onError={onError} />
      {overlay(size)}
    </div>
  );
  return (
    <div className={styles.place}>
      {drawing}
      <div className={styles.enlarge}>
        <Enlarge>{drawing}</Enlarge>
      </div>
    </div>
  );
}

export interface RegionData extends AmountRowData {
  /** Index in the engine's `tones`. */
  readonly tone: number;
}

/** The rows of boxes or masks. */
export function createRegionRows(
  regions: readonly { readonly label: string; readonly score?: number }[],
): readonly RegionData[] {
  const tones = tonesFor(regions.map(({ label }) => label));
  return createScoreRows(regions, ({ label }, index) => ({ label: asLine(label), tone: tones[index]! }));
}

/** The rows, or a note if there are none. */
export function RegionList<Item>(props: ComponentProps<typeof GrowingList<Item>>) {
  return <GrowingList {...props} first={30} className={styles.rows} emptyNote="Nothing found" />;
}

interface RegionRowProps {
  readonly item: RegionData;
  readonly index: number;
}

/** The row of a region: hovering or focusing it shows the region, clicking it pins it. */
export function RegionButtonRow({ item, index }: RegionRowProps) {
  const { isActive, isPinned, pin, hoverProps, focusProps } = useHoverPart(index);
  return (
    <RegionItem tone={item.tone} isActive={isActive}>
      <button
        type="button"
        className={styles.row}
        aria-pressed={isPinned}
        onClick={pin}
        {...hoverProps}
        {...focusProps}
      >
        <RegionText item={item} index={index} />
      </button>
    </RegionItem>
  );
}

interface RegionItemProps {
  readonly tone: number;
  readonly isActive: boolean;
  readonly children: ReactNode;
}

/** The list item of a row, which scrolls into view when its region is hovered in the image. */
export function RegionItem({ tone, isActive, children }: RegionItemProps) {
  const item = useRef<HTMLLIElement>(null);
  useEffect(() => {
    const list = item.current?.parentElement;
    if (!isActive || !item.current || !list || item.current.matches(':hover, :focus-within')) return;
    // `scrollIntoView` would also scroll the page, away from the image.
    const { offsetTop, offsetHeight } = item.current;
    if (offsetTop < list.scrollTop) list.scrollTop = offsetTop;
    else if (offsetTop + offsetHeight > list.scrollTop + list.clientHeight)
      list.scrollTop = offsetTop + offsetHeight - list.clientHeight;
  }, [isActive]);
  return (
    <li ref={item} className={classes(styles.item, isActive && styles.activeRow)} style={getToneStyle(tone)}>
      {children}
    </li>
  );
}

export function RegionText({ item: { label, amount, bar, detail }, index }: RegionRowProps) {
  return (
    <>
      <span className={styles.number} aria-hidden="true">
        {index + 1}
      </span>
      <span className={styles.label} dir="auto">
        {label === '' ? '(no label)' : label}
      </span>
      {amount !== '' && <span className={styles.amount}>{amount}</span>}
      {bar && <AmountBar {...bar} className={styles.bar} />}
      {detail !== undefined && <span className={styles.detail}>{detail}</span>}
    </>
  );
}
