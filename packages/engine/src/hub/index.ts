export { checkHub, forgetModels, getJson, hubApiError, identify, type Identity, lenient } from './hub-api.ts';
export {
  commitFiles,
  createDataset,
  type DatasetFile,
  findDataset,
  listDatasetFiles,
  openDatasetFile,
  withTransferDeadline,
} from './datasets.ts';
export { fetchModelInfo, getModel, isModelId, type ModelInfo, modelPath } from './get-model.ts';
export { getDatasetFileUrl, getHubFile, isRepositoryPath } from './hub-files.ts';
export { cancelHubJob, followJobLogs, type HubJob, listHardware, listHubJobs, startHubJob } from './jobs.ts';
export {
  ANY_PROVIDER,
  compareModels,
  type ListedModel,
  type Listing,
  type ListingQuery,
  listModels,
  lookUpListedModel,
  MAX_MODELS,
  readListing,
} from './listing.ts';
export { fetchModelDetails, type ModelDetails } from './model-details.ts';
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
