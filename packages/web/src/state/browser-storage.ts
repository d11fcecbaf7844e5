import type { WebStorage } from '@tryout/engine';

/** `localStorage`, read on each use: where storage is disabled, even reading the property throws (F31). */
export const browserStorage: WebStorage = {
  get length() {
    return localStorage.length;
  },
  key: (index) => localStorage.key(index),
  getItem: (key) => localStorage.getItem(key),
  setItem: (key, value) => localStorage.setItem(key, value),
  removeItem: (key) => localStorage.removeItem(key),
};
