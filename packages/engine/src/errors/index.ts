export * from './answer-error.ts';
export * from './failure.ts';
export * from './input-error.ts';
export * from './network-error.ts';
export * from './not-served-error.ts';
export * from './server-error.ts';
export * from './sign-in-error.ts';
export * from './tryout-error.ts';
