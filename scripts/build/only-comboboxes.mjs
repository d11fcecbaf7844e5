/** Whatever is asked of it is itself, called or not. */
const NO_KINDS = 'const PropTypes = new Proxy(() => PropTypes, { get: () => PropTypes });';

/**
 * Leaves out of downshift what the app does not use: the hooks, of which each is assigned a property when the module is
 * loaded, for which a bundler has to keep it, with all that it needs; what works out how far to scroll where a list
 * does not show its rows itself, as those of the app do; and the kinds of properties, which only a development build
 * checks.
 */
export const onlyComboboxes = {
  name: 'only-comboboxes',
  transform(code, id) {
    if (!/[\\/]downshift[\\/]dist[\\/]downshift\.esm\.mjs$/.test(id)) return undefined;
    const kept = code
      .replace(/^(?:useSelect|useMultipleSelection|_useTagGroup)\.stateChangeTypes = .*$/gm, '')
      .replace(/^import \{ compute \} from 'compute-scroll-into-view';$/m, 'const compute = () => [];')
      .replace(/^import PropTypes from 'prop-types';$/m, NO_KINDS);
    return { code: kept, map: null };
  },
};
