/** A stub for the module prop-types: every property of it, called or not, is the stub itself. */
const NO_PROP_TYPES = 'const PropTypes = new Proxy(() => PropTypes, { get: () => PropTypes });';

/**
 * Removes hooks that get a property assigned on load, the calculation of scroll positions (the app's lists scroll
 * themselves), and prop types.
 */
function trimDownshift(code) {
  return code
    .replace(/^(?:useSelect|useMultipleSelection|_useTagGroup)\.stateChangeTypes = .*$/gm, '')
    .replace(/^import \{ compute \} from 'compute-scroll-into-view';$/m, 'const compute = () => [];')
    .replace(/^import PropTypes from 'prop-types';$/m, NO_PROP_TYPES);
}

/** Lets bundlers remove unused components: nothing is assigned to them, and creating them has no side effects. */
function trimRouter(code) {
  return code
    .replace(/^\w+\.displayName = .*$/gm, '')
    .replace(/ = (?=React\d*\.(?:forwardRef|memo)\()/g, ' = /* @__PURE__ */ ');
}

/** Removes unused parts of libraries that bundlers keep. */
export const trimLibraries = {
  name: 'trim-libraries',
  transform(code, id) {
    if (/[\\/]downshift[\\/]dist[\\/]downshift\.esm\.mjs$/.test(id))
      return { code: trimDownshift(code), map: null };
    if (/[\\/]react-router[\\/]dist[\\/]production[\\/]/.test(id))
      return { code: trimRouter(code), map: null };
    return undefined;
  },
};
