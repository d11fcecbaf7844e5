import type { WebStorage } from '@tryout/engine';

/** `localStorage`, asked for at each use: a browser that allows none throws when it is named at all (F31). */
export const browserStorage: WebStorage = {
  get length() {
    return localStorage.length;
  },
  key: (index) => localStorage.key(index),
  getItem: (key) => localStorage.getItem(key),
  setItem: (key, value) => localStorage.setItem(key, value),
  removeItem: (key) => localStorage.removeItem(key),
};
