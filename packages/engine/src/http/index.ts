export * from './answer.ts';
export * from './connection.ts';
export { explainNetworkFailure } from './network-failure.ts';
export * from './send.ts';
export * from './token-rule.ts';
export * from './transport.ts';
export * from './upload.ts';
