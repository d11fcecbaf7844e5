/**
 * Leaves out of downshift the hooks that the app does not use: each is assigned a property when the module is loaded, for
 * which a bundler has to keep it, with all that it needs.
 */
export const onlyComboboxes = {
  name: 'only-comboboxes',
  transform(code, id) {
    if (!/[\\/]downshift[\\/]dist[\\/]downshift\.esm\.mjs$/.test(id)) return undefined;
    const kept = code.replace(
      /^(?:useSelect|useMultipleSelection|_useTagGroup)\.stateChangeTypes = .*$/gm,
      '',
    );
    return { code: kept, map: null };
  },
};
