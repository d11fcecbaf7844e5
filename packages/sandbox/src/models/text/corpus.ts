/** The training text of the n-gram models: old fables and short facts. */
const text = `
The hare laughed at the tortoise because the tortoise was so slow. The tortoise smiled and asked the hare to run a race.
The fox marked the way and the race began. The hare ran so fast that soon the tortoise was out of sight. Then the hare
lay down under a tree and fell asleep. The tortoise walked on and on and never stopped. When the hare woke up, the
tortoise was already at the end of the way. The slow and steady win the race.

A hungry fox saw some grapes high up on a vine. The fox jumped as high as it could, but the grapes were out of reach.
The fox jumped again and again. At last the fox walked away and said that the grapes were sour. It is easy to look down
on what you cannot have.

A crow sat in a tree with a piece of cheese in its beak. A fox came by and saw the cheese. The fox said that the crow was
the most beautiful of all the birds, and that its voice must be beautiful too. The crow opened its beak to sing, and the
cheese fell to the ground. The fox took the cheese and walked away. Do not trust everyone who praises you.

A lion lay asleep in the forest. A little mouse ran over the lion, and the lion woke up and caught the mouse. The mouse
asked the lion to let it go and said that one day it would help the lion. The lion laughed and let the mouse go. Some days
later the lion was caught in a net. The little mouse heard the lion and came and gnawed the net until the lion was free.
Even a little friend can be a great friend.

A thirsty crow found a jug with some water in it. The water was so low that the crow could not reach it. The crow took a
stone and dropped it into the jug. Then it took another stone and dropped it into the jug. The water rose and rose until
the crow could drink. Little by little does the trick.

All summer long the ant carried grain to its nest. The grasshopper sang all day and asked the ant to sing too. The ant
said that winter would come. When winter came, the grasshopper was hungry and the ant had grain to eat. The grasshopper
asked the ant for help. It is good to think of tomorrow today.

A dog had a bone in its mouth and walked over a bridge. The dog looked down and saw another dog in the water, and that dog
had a bone too. The dog wanted both and opened its mouth to bark. The bone fell into the water and was gone. Those who want
too much may lose what they have.

The wind and the sun wanted to know who was stronger. A man in a warm coat walked along the road. The wind blew as hard as
it could, but the man held the coat tight. Then the sun began to shine. The sun shone warmer and warmer until the man took
off the coat. Kindness is stronger than force.

A boy watched the sheep on the hill. The boy was bored and shouted that a wolf had come. The people ran up the hill, but
there was no wolf. The boy laughed. The next day the boy shouted again and the people ran up the hill again. At last a wolf
did come. The boy shouted and shouted, but nobody came. Nobody believes a liar, even when a liar tells the truth.

A wolf put on the skin of a sheep and walked among the sheep. The shepherd did not see the wolf. In the evening the
shepherd wanted some meat and took the wolf for a sheep. So the wolf lost its life. Things are not always what they seem
to be.

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

/** A word or one of the punctuation marks . , ; : ! ? */
const tokenPattern = /[\p{L}\p{M}\p{N}]+(?:['’-][\p{L}\p{M}\p{N}]+)*|[.,;:!?]/gu;

export function tokensOf(source: string): string[] {
  return source.match(tokenPattern) ?? [];
}

export function isMark(token: string): boolean {
  return /^[.,;:!?]$/.test(token);
}

/** Every token in order, after a full stop. */
export const corpus: readonly string[] = ['.', ...tokensOf(text)];

export const corpusDescription = `The corpus is ${corpus.length} words and punctuation marks of old fables (*The hare laughed at the tortoise…*) and short facts (*Paris
is the capital of France.*).`;
