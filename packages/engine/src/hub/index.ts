export { forgetModels } from './cache.ts';
export {
  commitFiles,
  createDataset,
  type DatasetFile,
  findDataset,
  listDatasetFiles,
  openDatasetFile,
  withTransferDeadline,
} from './datasets.ts';
export { getModel, isModelId, modelPath } from './get-model.ts';
export { checkHub, getJson, hubApiError, lenient } from './hub-api.ts';
export { getDatasetFileUrl, getHubFile, isRepositoryPath } from './hub-files.ts';
export { identify, type Identity } from './identity.ts';
export { cancelHubJob, followJobLogs, type HubJob, listHardware, listHubJobs, startHubJob } from './jobs.ts';
export { type ListedModel, lookUpListedModel } from './listed-model.ts';
export {
  ANY_PROVIDER,
  compareModels,
  type Listing,
  type ListingQuery,
  listModels,
  MAX_MODELS,
  readListing,
} from './listing.ts';
export { fetchModelDetails, type ModelDetails } from './model-details.ts';
export { fetchModelInfo, type ModelInfo } from './model-info.ts';
export { findDefaultModel, lookUpModel, type ModelLookup } from './model-lookup.ts';
export { fetchPrices, type Price } from './prices.ts';
export { isLive, type ModelProvider } from './providers.ts';
export {
  type CatalogItem,
  catalogSections,
  type DemoItem,
  demoView,
  loadTaskCatalog,
  type TaskCatalog,
} from './task-catalog.ts';
