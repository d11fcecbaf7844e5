/** How alike two results are, with what front ends show of it. */
export const measures = {
  top1: { label: 'same first label', isShare: true },
  rankCorrelation: { label: 'rank correlation', isShare: false },
  f1: { label: 'F1', isShare: true },
  iou: { label: 'overlap (IoU)', isShare: true },
  wordSimilarity: { label: 'words in common', isShare: true },
  exactMatch: { label: 'exact match', isShare: true },
  tokenF1: { label: 'F1 of the words', isShare: true },
  orderCorrelation: { label: 'correlation of similarities', isShare: false },
  cosine: { label: 'cosine similarity', isShare: false },
  difference: { label: 'mean difference', isShare: false },
  equal: { label: 'equal values', isShare: true },
  identical: { label: 'identical files', isShare: true },
} as const satisfies Readonly<Record<string, { label: string; isShare: boolean }>>;

export type Measure = keyof typeof measures;

/** 1 for equal results, except for `difference`, which is 0. What cannot be computed is missing. */
export type Measures = Readonly<Partial<Record<Measure, number | undefined>>>;
