/** Said in code that speaks HTTP itself to a provider with a form of its own. */
export const OWN_FORM =
  "The provider's own form, perhaps a ticket of its queue: its documentation says how to go on.";
