import { asLine, scoreTexts } from '@tryout/engine';
import { useMemo } from 'react';
import type { AmountRowData } from '../parts/amount-row.tsx';
import { barOf } from '../parts/bar-of.ts';
import { GrowingList } from '../parts/growing-list.tsx';
import { LinkedContext, useNewLinked } from '../parts/linked.ts';
import { Note } from '../parts/note.tsx';
import type { ResultProps } from '../result-props.ts';
import { BoxOverlay, MOST_OUTLINES } from './box-overlay.tsx';
import { placeInWords } from './placed-box.ts';
import { RegionPicture } from './region-picture.tsx';
import { RegionButtonRow } from './region-row.tsx';
import styles from './regions.module.css';

/** The picture with outlines of what was found, each linked with its row. */
export function Boxes({ view: { image, boxes } }: ResultProps<'boxes'>) {
  const linked = useNewLinked();
  const rows = useMemo(() => {
    const scores = scoreTexts(boxes.map(({ score }) => score));
    return boxes.map(({ label, box }, index): AmountRowData => {
      const { amount, share } = scores[index]!;
      return { label: asLine(label), amount, ...barOf(share), detail: placeInWords(box) };
    });
  }, [boxes]);
  return (
    <LinkedContext value={linked}>
      <div className={styles.sheet}>
        <RegionPicture image={image} overlay={(extent) => <BoxOverlay boxes={boxes} extent={extent} />} />
        <div className={styles.legend}>
          {boxes.length === 0 ? (
            <Note>Nothing found</Note>
          ) : (
            <GrowingList
              label="Boxes, best first"
              isRanked
              items={rows}
              row={RegionButtonRow}
              first={30}
              frameClassName={styles.list}
            />
          )}
          {boxes.length > MOST_OUTLINES && <Note>The first {MOST_OUTLINES} are outlined.</Note>}
        </div>
      </div>
    </LinkedContext>
  );
}
