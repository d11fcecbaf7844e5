/** What the choice of an address of the person's own is called, and its input. */
export const ENDPOINT_LABEL = 'Endpoint URL';
