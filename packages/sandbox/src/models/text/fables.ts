/** Old fables, told anew in plain sentences for the n-gram models. */
export const fables = `
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

A town mouse visited a country mouse. The country mouse had only grain and roots to eat. The town mouse laughed and asked
the country mouse to come to the town. In the town there was bread and cheese and cake. But a cat came in, and the mice
ran and hid in a hole. The country mouse said that a little food in peace is better than a great meal in fear, and went
home.

A boy watched the sheep on the hill. The boy was bored and shouted that a wolf had come. The people ran up the hill, but
there was no wolf. The boy laughed. The next day the boy shouted again and the people ran up the hill again. At last a wolf
did come. The boy shouted and shouted, but nobody came. Nobody believes a liar, even when a liar tells the truth.

A man and his wife had a goose that laid a golden egg every day. They thought that the goose must be full of gold. They
killed the goose to get all the gold at once. But inside the goose was like any other goose. Those who want everything at
once may lose everything.

A wolf put on the skin of a sheep and walked among the sheep. The shepherd did not see the wolf. In the evening the
shepherd wanted some meat and took the wolf for a sheep. So the wolf lost its life. Things are not always what they seem
to be.

A bundle of sticks lay on the ground. A father asked his sons to break the bundle. The sons could not break it. Then the
father took the sticks one by one, and each son could break a stick. Together you are strong, said the father to his sons.
`;
