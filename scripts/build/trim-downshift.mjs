/** A stub for the module prop-types: every property of it, called or not, is the stub itself. */
const NO_PROP_TYPES = 'const PropTypes = new Proxy(() => PropTypes, { get: () => PropTypes });';

/**
 * Removes unused parts of downshift that bundlers keep: hooks that get a property assigned on load, the calculation of
 * scroll positions (the app's lists scroll themselves), and prop types.
 */
export const trimDownshift = {
  name: 'trim-downshift',
  transform(code, id) {
    if (!/[\\/]downshift[\\/]dist[\\/]downshift\.esm\.mjs$/.test(id)) return undefined;
    const trimmed = code
      .replace(/^(?:useSelect|useMultipleSelection|_useTagGroup)\.stateChangeTypes = .*$/gm, '')
      .replace(/^import \{ compute \} from 'compute-scroll-into-view';$/m, 'const compute = () => [];')
      .replace(/^import PropTypes from 'prop-types';$/m, NO_PROP_TYPES);
    return { code: trimmed, map: null };
  },
};
