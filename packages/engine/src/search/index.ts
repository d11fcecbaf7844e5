export {
  findModelIdInUrl,
  findOwnModelId,
  getModelUrl,
  listedModels,
  modelIdIn,
  searchTerms,
} from './models.ts';
export { findAlias, matchesIn, nameSearch, type SearchTerms } from './name-search.ts';
