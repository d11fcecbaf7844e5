/** What Tryout asks for (specification, section 9): who someone is, and running models in their name. */
export const SCOPES = 'openid profile inference-api';
