export * from '@tryout/engine';
export * from '@tryout/engine/node';
