/** Short true sentences for the n-gram models. */
export const plainFacts = `
Paris is the capital of France. Rome is the capital of Italy. Berlin is the capital of Germany. Madrid is the capital of
Spain. Lisbon is the capital of Portugal. Vienna is the capital of Austria. London is the capital of England. Athens is
the capital of Greece. Paris is a city in France. Hamburg is a city in Germany. Milan is a city in Italy. Oxford is a
town in England. The Seine is a river in France. The Rhine is a river in Germany. The Thames is a river in England.

The sun is a star. The earth is a planet. The moon goes around the earth. The earth goes around the sun. The sun rises in
the east and sets in the west. Water is a liquid. Ice is cold. Fire is hot. Snow is white. Grass is green. Blood is red.
The sky is blue. The sea is deep. The world is round. The world is big.

A dog is an animal. A cat is an animal. A horse is an animal. An oak is a tree. A rose is a flower. A cat eats mice. A cow
eats grass. A horse eats grass. A bird can fly. A fish can swim. A dog can bark. A child can learn to read.

A year has twelve months. A week has seven days. A day has hours and an hour has minutes. Spring comes after winter. Summer
comes after spring. Winter is cold and summer is warm. In the morning the sun rises. In the evening the sun sets.

I like to read a good book. I like to drink coffee in the morning. I like to walk in the forest. I want to learn to sing.
She likes to read. He likes to swim. We like to eat bread and cheese. The goal of life is to be happy. The goal of the game
is to win. Hello to all the world.
`;
