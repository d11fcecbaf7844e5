export { type Agreement, type ComparedRow, computeAgreement } from './agreement.ts';
export {
  type Candidate,
  comparedFacts,
  type ComparedRun,
  type Comparison,
  type ComparisonOptions,
  createComparison,
  describeAgreement,
  nameCandidates,
  restoreComparison,
} from './comparison.ts';
export type { DecodeMask } from './regions.ts';
export { cosine } from './measures.ts';
export { markDifferences } from './compared-kinds.ts';
export { getBlindName, type ModelTally, recordVote, shuffleCandidates, tallyVotes } from './votes.ts';
