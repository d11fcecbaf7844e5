export * from './datasets.ts';
export {
  checkHub,
  forgetModels,
  getJson,
  getModel,
  hubApiError,
  isModelId,
  lenient,
  modelPath,
} from './hub-api.ts';
export * from './identity.ts';
export * from './jobs.ts';
export * from './listing.ts';
export * from './model-details.ts';
export * from './prices.ts';
export {
  findDefaultModel,
  isLive,
  lookUpModel,
  type ModelLookup,
  type ModelProvider,
} from './model-lookup.ts';
export * from './model-url.ts';
export * from './task-catalog.ts';
