/** How many characters of a text are read. */
export const longestText = 100_000;

/** VADER's test for capitals takes cubic time on a long word in capitals. */
export const longestWord = 64;

/** The card of the sentiment model: the rules of the package vader-sentiment, in order, as it applies them. */
export const vaderCard = `
Tells whether an English text sounds positive, negative or neutral, by the lexicon and rules of VADER (C. J. Hutto
and E. Gilbert, 2014), made for short posts.

## Output

Three labels, best first, whose scores add up to 1. VADER gives a *compound* score **c** from −1 to 1, rounded to four
decimals; from it

- NEUTRAL = (1 − |c|)²
- POSITIVE = 1 − (1 − c)² if c is above 0, else 0
- NEGATIVE = 1 − (1 + c)² if c is below 0, else 0

\`top_k\` limits the number of labels.

## Words

The text is cut at white space; pieces of one character do not count, not even as a place. A piece loses the mark before it or
the mark behind it if it has only one of them, it is one of \`. ! ? , ; : - ' " !! !!! ?? ??? ?!? !?! ?!?! !?!?\`, and two or
more characters without ASCII punctuation remain. So *good!* and *good???* are *good*, but *good!!!!* and *"good"* are words
of their own, which the lexicon lacks.

## Valence of a word

Only words of VADER's lexicon, in any case, have a valence **v** (*love* 3.2, *great* 3.1, *good* 1.9, *bad* and *horrible*
−2.5); *kind* before *of* and the boosters and dampeners below have none. In this order:

1. If the word has capitals and no small letter, and some words of the text but not all do, v moves 0.733 away from 0.
2. For the words one, two and three places before, in turn, unless that word is missing or itself in the lexicon:
   - A booster moves v away from 0 by 0.293, a dampener toward and across 0 by as much; in capitals, as in step 1, either
     moves it 0.733 away from 0 besides. All this counts 0.95 times at two places and 0.9 times at three.
   - Then negation. At one place, a negation multiplies v by −0.74. At two places, *never so* and *never this* right before
     the word multiply v by 1.5, any other negation by −0.74. At three places, *so* or *this* right before the word, or *never so*
     or *never this* followed by one more word, multiply v by 1.25, else a negation by −0.74.
   - At three places at last, an idiom sets v: *the shit* 3, *the bomb* 3, *bad ass* 1.5, *yeah right* −2, *cut the mustard* 2,
     *kiss of death* −1.5, *hand to mouth* −2. The first counts that is the word with the one before, the word with the two
     before, the two before, the three before, or those three and two places before; but an idiom that begins
     with the word, first one of three words, then of two, goes before these. Then *just enough*, *kind of* or *sort of* right
     before the word, or one place earlier, takes 0.293 from v.
3. *Least* right before the word multiplies v by −0.74, but not in *at least* and *very least*.

Boosters: *absolutely, amazingly, awfully, completely, considerably, decidedly, deeply, effing, enormously, entirely,
especially, exceptionally, extremely, fabulously, flipping, flippin, fricking, frickin, frigging, friggin, fucking, fully,
greatly, hella, highly, hugely, incredibly, intensely, majorly, more, most, particularly, purely, quite, really, remarkably,
so, substantially, thoroughly, totally, tremendously, uber, unbelievably, unusually, utterly, very*. Dampeners: *almost,
barely, hardly, kinda, kindof, kind-of, less, little, marginally, occasionally, partly, scarcely, slightly, somewhat, sorta,
sortof, sort-of*. Both in any case.

Negations, in small letters alone: every word with *n't* in it; *aint, arent, cannot, cant, couldnt, darent, didnt, doesnt,
dont, hadnt, hasnt, havent, isnt, mightnt, mustnt, neednt, oughtnt, shant, shouldnt, wasnt, werent, wont, wouldnt, neither,
never, none, nope, nor, not, nothing, nowhere, uhuh, uh-uh, without, rarely, seldom, despite*. Idioms, *never*, *so* and *this*
also count in small letters alone.

## From words to c

Valences before the first *but* are halved and those behind it count one and a half times (*BUT* does the same if there is no
*but*). **s** is the sum of all. Then the marks of the whole text: 0.292 for each exclamation mark, up to four; and 0.36 for
two question marks, 0.54 for three, 0.96 for more, nothing for one. They are added to s above 0 and taken from s below 0; at 0
they do nothing. c = s / √(s² + 15), and 0 without a word.

*I love you* has s = 3.2, so c = 0.6369. *slightly good???* has 1.9 − 0.293 + 0.54 = 2.147, so c = 0.4849.

## Limits

English only: other languages and emoji are not in the lexicon and come out neutral. An empty text is an input error. Sarcasm
is taken at its word. Only the first ${longestText.toLocaleString('en')} characters are read, and only the first ${longestWord} of a word.
`;
