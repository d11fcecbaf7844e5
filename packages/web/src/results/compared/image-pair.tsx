import type { Media, ResultViews } from '@tryout/engine';
import { useMemo, useState, type ReactNode } from 'react';
import { useImage } from '../../lib/images.ts';
import { Select } from '../../ui/inputs.tsx';
import type { TogetherProps } from '../parts/parts.tsx';
import styles from './compared.module.css';

/** Two images in one place, divided with a slider. */
export function ImagePair({ views, names }: TogetherProps<'image'>) {
  const images = views.flatMap((view, index) => (view ? [{ view, index }] : []));
  const [[left, right], setPair] = useState([0, 1]);
  const [first, second] = [images[left!] ?? images[0], images[right!] ?? images[1]];
  if (!first || !second) return null;
  const choose = (label: string, value: number, onChoose: (place: number) => void) =>
    images.length === 2 ? (
      <span>{names[images[value]?.index ?? 0]}</span>
    ) : (
      <Select aria-label={label} value={value} onChange={({ target }) => onChoose(Number(target.value))}>
        {images.map(({ index }, place) => (
          <option key={index} value={place}>
            {names[index]}
          </option>
        ))}
      </Select>
    );
  return (
    <Divided
      first={first.view}
      second={second.view}
      label={`${names[first.index]} or ${names[second.index]}`}
    >
      {choose('Left image', left!, (place) => setPair([place, right!]))}
      {choose('Right image', right!, (place) => setPair([left!, place]))}
    </Divided>
  );
}

interface DividedProps {
  readonly first: ResultViews['image'];
  readonly second: ResultViews['image'];
  readonly label: string;
  /** Names of the images. */
  readonly children: ReactNode;
}

function Divided({ first, second, label, children }: DividedProps) {
  const [left, right] = [useMediaImage(first.media), useMediaImage(second.media)];
  const [share, setShare] = useState(50);
  const caption = <figcaption className={styles.pairNames}>{children}</figcaption>;
  if (left.status !== 'shown' || right.status !== 'shown')
    return <figure className={styles.pair}>{caption}</figure>;
  const { width, height } = left.size;
  return (
    <figure
      className={styles.pair}
      style={{ maxInlineSize: `min(100%, var(--highest) * ${width / height})` }}
    >
      <div className={styles.divided} style={{ aspectRatio: `${width} / ${height}` }}>
        <img src={left.url} alt="" onError={left.onError} />
        <img src={right.url} alt="" onError={right.onError} style={{ clipPath: `inset(0 0 0 ${share}%)` }} />
        <span className={styles.divider} style={{ left: `${share}%` }} />
        <input
          type="range"
          aria-label={`Divide between ${label}`}
          aria-valuetext={`${share}%`}
          value={share}
          onChange={({ target }) => setShare(target.valueAsNumber)}
        />
      </div>
      {caption}
    </figure>
  );
}

function useMediaImage(media: Media) {
  return useImage(useMemo(() => new Blob([media.bytes], { type: media.contentType }), [media]));
}
