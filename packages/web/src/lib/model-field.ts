/** Id of the input that models are chosen in: other features lead the person there. */
export const MODEL_FIELD = 'model';
