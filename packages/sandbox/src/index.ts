export type { ModelDefinition, TaskId, WidgetExample } from './define-model.ts';
export type {
  ListingRow,
  ProviderMapping,
  RecordedRequest,
  Sandbox,
  SandboxDataset,
  SandboxOptions,
} from './options.ts';
export { startSandbox } from './start-sandbox.ts';
