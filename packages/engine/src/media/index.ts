export {
  annotatedImage,
  createAnnotations,
  createMaskBudget,
  INSIDE_MASK,
  maskCenter,
  type MaskCenter,
  MAX_REGIONS,
} from './annotations.ts';
export { imageFacts, readImageSize, resultSummary, soundFacts, videoFacts } from './result-summary.ts';
export { readSound } from './sound.ts';
export { readVideo } from './video.ts';
