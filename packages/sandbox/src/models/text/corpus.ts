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

All summer long the ant carried grain to its nest. The grasshopper sang all day and asked the ant to sing too. The ant
said that winter would come. When winter came, the grasshopper was hungry and the ant had grain to eat. The grasshopper
asked the ant for help. It is good to think of tomorrow today.

Paris is the capital of France. Rome is the capital of Italy. Berlin is the capital of Germany. Madrid is the capital of
Spain. Lisbon is the capital of Portugal. Vienna is the capital of Austria. London is the capital of England. Athens is
the capital of Greece. Paris is a city in France. Hamburg is a city in Germany. Milan is a city in Italy. Oxford is a
town in England. The Seine is a river in France. The Rhine is a river in Germany. The Thames is a river in England.

The sun is a star. The earth is a planet. The sun rises in the east and sets in the west. The sky is blue. Snow is white.
A dog is an animal. A cat is an animal. A horse is an animal. An oak is a tree. A rose is a flower. A cat eats mice. A cow
eats grass. A bird can fly. A fish can swim. A dog can bark. A child can learn to read. I like to read a good book. I like
to drink coffee in the morning. The goal of life is to be happy. The goal of the game is to win. Hello to all the world.
`;

/** Words and the punctuation marks . , ; : ! ? */
export function tokenize(source: string): string[] {
  return source.match(/[\p{L}\p{M}\p{N}]+(?:['’-][\p{L}\p{M}\p{N}]+)*|[.,;:!?]/gu) ?? [];
}

export function isMark(token: string): boolean {
  return /^[.,;:!?]$/.test(token);
}

/** Every token in order, after a full stop. */
export const corpus: readonly string[] = ['.', ...tokenize(text)];
