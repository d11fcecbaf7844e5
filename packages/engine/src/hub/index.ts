export * from './model-lookup.ts';
export { checkHub, getJson, hubApiError, lenient } from './hub-api.ts';
export * from './identity.ts';
export * from './hub-files.ts';
export { lookUpListedModel, type ListedModel } from './listed-model.ts';
export * from './listing.ts';
export { forgetModels } from './cache.ts';
export {
  commitFiles,
  createDataset,
  findDataset,
  listDatasetFiles,
  openDatasetFile,
  type DatasetFile,
  type ListedFile,
} from './datasets.ts';
export * from './get-model.ts';
export * from './jobs.ts';
export * from './model-details.ts';
export * from './model-info.ts';
export * from './prices.ts';
export * from './task-catalog.ts';
export { isLive, type ModelProvider } from './providers.ts';
