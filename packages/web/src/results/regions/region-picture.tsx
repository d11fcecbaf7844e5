import { asLine, type FileInput } from '@tryout/engine';
import { memo, useEffect, useRef, useState, type ReactNode } from 'react';
import { classes } from '../../lib/classes.ts';
import { usePicture, type PictureSize } from '../../lib/pictures.ts';
import { NoPicture } from '../media/image.tsx';
import { AmountBar, toneClass, type AmountRowData } from '../parts/amount-row.tsx';
import { useHoverPart } from '../parts/hover-selection.ts';
import styles from './regions.module.css';

interface RegionPictureProps {
  readonly image: FileInput;
  /** Stretched over the picture. */
  overlay(size: PictureSize): ReactNode;
}

/** Pictures are enlarged up to this factor, tiny ones to the minimum width in pixels. */
const MAX_SCALE = 3;
const MIN_WIDTH = 240;

/** The input picture with an overlay; never taller than the window. */
export function RegionPicture({ image, overlay }: RegionPictureProps) {
  const picture = usePicture(image);
  const [failedUrl, setFailedUrl] = useState<string>();
  if (picture.status === 'loading') return <div className={classes(styles.place, styles.room)} />;
  if (picture.status === 'refused' || picture.url === failedUrl)
    return (
      <div>
        <NoPicture name={image.name} file={image} size={picture.size} />
      </div>
    );
  const { url, size } = picture;
  const { width, height } = size;
  return (
    <div className={styles.place}>
      <div
        className={styles.picture}
        style={{
          aspectRatio: `${width} / ${height}`,
          maxInlineSize: `min(100%, ${Math.max(MIN_WIDTH, width * MAX_SCALE)}px, var(--highest) * ${width / height})`,
        }}
      >
        <img
          src={url}
          alt={asLine(image.name)}
          className={classes(width * MAX_SCALE < MIN_WIDTH && styles.tiny)}
          onError={() => setFailedUrl(url)}
        />
        {overlay(size)}
      </div>
    </div>
  );
}

interface RegionRowProps {
  readonly item: AmountRowData;
  readonly index: number;
}

/** The row of a region: hovering or focusing it shows the region, clicking it pins it. */
export const RegionButtonRow = memo(function RegionButtonRow({ item, index }: RegionRowProps) {
  const { isActive, isPinned, pin, hoverProps, focusProps } = useHoverPart(index);
  return (
    <RegionItem index={index} isActive={isActive}>
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
});

interface RegionItemProps {
  readonly index: number;
  readonly isActive: boolean;
  readonly children: ReactNode;
}

/** The list item of a row, which scrolls into view when its region is hovered in the picture. */
export function RegionItem({ index, isActive, children }: RegionItemProps) {
  const item = useRef<HTMLLIElement>(null);
  useEffect(() => {
    const list = item.current?.parentElement?.parentElement;
    if (!isActive || !item.current || !list || item.current.matches(':hover, :focus-within')) return;
    // `scrollIntoView` would also scroll the page, away from the picture.
    const { offsetTop, offsetHeight } = item.current;
    if (offsetTop < list.scrollTop) list.scrollTop = offsetTop;
    else if (offsetTop + offsetHeight > list.scrollTop + list.clientHeight)
      list.scrollTop = offsetTop + offsetHeight - list.clientHeight;
  }, [isActive]);
  return (
    <li ref={item} className={classes(styles.item, toneClass(index), isActive && styles.activeRow)}>
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
