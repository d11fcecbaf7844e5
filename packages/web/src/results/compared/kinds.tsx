import { answerText, cosine, innermost, markDifferences, visible, type ResultKind } from '@tryout/engine';
import { useMemo, type ComponentType } from 'react';
import { Text } from '../text/text.tsx';
import { MarkedText } from '../text/text-blocks.tsx';
import { HeatMap, Vector } from '../vector/vector.tsx';
import { ImagePair } from './image-pair.tsx';
import { BoxesTogether, MasksTogether } from './regions-together.tsx';
import type { TogetherProps } from '../parts/parts.tsx';

interface ColumnProps<Kind extends ResultKind> extends TogetherProps<Kind> {
  /** The position of the result that is shown. */
  readonly index: number;
}

interface ComparedKind<Kind extends ResultKind> {
  /** Draws all results in one place. */
  readonly together?: ComponentType<TogetherProps<Kind>>;
  /** Replaces the result of a model, with what differs from the others. */
  readonly column?: ComponentType<ColumnProps<Kind>>;
  /** Whether results are wide and low, so that they are shown below each other. */
  readonly isStacked?: boolean;
}

/** How results of a kind are shown next to each other. Other results are shown as they are. */
const kinds: { readonly [Kind in ResultKind]: ComparedKind<Kind> } = {
  text: { column: DifferentWords },
  labels: {},
  spans: {},
  answers: {},
  boxes: { together: BoxesTogether },
  masks: { together: MasksTogether },
  cells: {},
  numbers: {},
  vector: { column: Similarities },
  image: { together: ImagePair },
  video: {},
  audio: { isStacked: true },
  tracks: { isStacked: true },
};

export function getComparedKind(kind: ResultKind): ComparedKind<ResultKind> {
  return kinds[kind] as unknown as ComparedKind<ResultKind>;
}

/** Characters of a text that are shown at first. */
const FIRST_CHARACTERS = 20_000;
const start = { start: 0, end: 0 };

/** Each model's text would otherwise be compared again in each column. */
const differences = new WeakMap<readonly unknown[], ReturnType<typeof markDifferences>>();

function getDifferences(views: TogetherProps<'text'>['views']) {
  const parts =
    differences.get(views) ?? markDifferences(views.flatMap((view) => (view ? [answerText(view)] : [])));
  differences.set(views, parts);
  return parts;
}

/** A text with the words that another one lacks. */
function DifferentWords({ views, index }: ColumnProps<'text'>) {
  const { text, marks } = useMemo(() => {
    const place = views.slice(0, index).filter(Boolean).length;
    let text = '';
    const marks: { start: number; end: number }[] = [];
    for (const part of getDifferences(views)[place] ?? []) {
      const begin = text.length;
      text += visible(part.text);
      if (part.isDifferent) marks.push({ start: begin, end: text.length });
    }
    return { text, marks };
  }, [views, index]);
  if (text === '') return <Text view={views[index]!} />;
  return (
    <div>
      <MarkedText
        text={text}
        marks={marks}
        label="Text with differences"
        place={start}
        around={FIRST_CHARACTERS}
        drawMark={(part) => <mark>{part}</mark>}
      />
    </div>
  );
}

/** Rows of a vector, and numbers of each, of which similarities are computed. */
const MAX_ROWS = 48;
const MAX_NUMBERS = 4096;

/** Which rows of a vector are similar, since vectors of different models cannot be compared; or a single vector. */
function Similarities({ views, index }: ColumnProps<'vector'>) {
  const view = views[index]!;
  const numbers = useMemo(() => {
    const rows = innermost(view.values)
      .slice(0, MAX_ROWS)
      .map((row) => row.slice(0, MAX_NUMBERS));
    return rows.length > 1 ? rows.map((row) => rows.map((other) => cosine(row, other))) : [];
  }, [view]);
  if (numbers.length === 0) return <Vector view={view} />;
  const cells = { columns: numbers.length, numbers: numbers.flat(), hasLists: true };
  return (
    <figure className="stack tight">
      <figcaption className="note">Cosine similarities of the {numbers.length} rows</figcaption>
      <HeatMap cells={cells} statistics={{ min: -1, max: 1 }} />
    </figure>
  );
}
