/** Id of the input for an address of the person's own. */
export const ENDPOINT_INPUT = 'endpoint-url';
