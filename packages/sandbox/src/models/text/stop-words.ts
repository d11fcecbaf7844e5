const list = `
a about after again all also am an and any are as at be because been before being both but by can could did do does
doing down during each few for from had has have having he her here hers him his how i if in into is it its just many me
more most much my no nor not of off on once only or other our out over own same she should so some such than that the
their them then there these they this those through to too under until up very was we were what when where which
while who whom whose why will with would you your
`;

/** English words that say little about what a text is about. */
export const stopWords: ReadonlySet<string> = new Set(list.trim().split(/\s+/));

/** The stop words, for model cards. */
export const stopWordRules = `The stop words are *${[...stopWords].join(' ')}*.`;
