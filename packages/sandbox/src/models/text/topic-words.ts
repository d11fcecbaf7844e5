/** Words that often stand in texts on a subject, by the subject's usual names. */
const topics: readonly { names: string; words: string }[] = [
  {
    names: 'sport sports football games',
    words:
      'match team player goal score coach league tournament stadium ball race win champion athlete referee',
  },
  {
    names: 'politics government',
    words: 'election vote parliament minister president party law campaign senate democracy policy mayor',
  },
  {
    names: 'technology computers computing tech',
    words:
      'computer software phone app internet device chip laptop screen program code robot data update battery',
  },
  {
    names: 'business economy finance money',
    words: 'company market bank stock price profit trade sale customer tax invest loan budget job salary',
  },
  { names: 'refund reimbursement', words: 'reimburse money back return compensation repay broken defective' },
  { names: 'legal law', words: 'lawyer court judge contract sue illegal rights attorney claim trial' },
  {
    names: 'food cooking cuisine recipe',
    words:
      'eat cook bake restaurant bread soup meal dinner lunch breakfast kitchen oven taste delicious fruit cheese',
  },
  {
    names: 'travel tourism holiday vacation',
    words: 'flight hotel train airport passport trip journey ticket beach luggage visit island tour',
  },
  {
    names: 'health medicine',
    words: 'doctor hospital patient disease medicine pain nurse drug fever vaccine diet treatment sleep',
  },
  { names: 'music', words: 'song band guitar piano concert singer melody album orchestra violin sing drum' },
  {
    names: 'science research',
    words: 'scientist experiment theory physics chemistry biology planet laboratory star telescope atom cell',
  },
  {
    names: 'weather climate',
    words: 'rain sun snow wind storm cloud temperature forecast hot cold degree sunny',
  },
  {
    names: 'education school',
    words: 'teacher student class lesson learn university exam homework study pupil',
  },
  { names: 'urgent', words: 'asap immediately now emergency quickly soon deadline hurry' },
  {
    names: 'positive happy joy',
    words: 'good great love wonderful excellent happy glad nice enjoy best beautiful',
  },
  {
    names: 'negative sad anger',
    words: 'bad terrible hate awful horrible sad angry worst disappoint poor ugly',
  },
];

/** The words that go with a label's word (lower case); empty for a word that names no known subject. */
export function wordsOfTopic(name: string): string[] {
  return topics
    .filter((topic) => topic.names.split(' ').includes(name))
    .flatMap((topic) => topic.words.split(' '));
}

/** The known subjects, for model cards. */
export const topicTable = topics.map(({ names, words }) => `| ${names} | ${words} |`).join('\n');
