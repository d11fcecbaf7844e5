declare module 'vader-sentiment' {
  /** Shares of a text (0 to 1) and the compound score (-1 to 1). */
  interface PolarityScores {
    neg: number;
    neu: number;
    pos: number;
    compound: number;
  }

  const vader: { SentimentIntensityAnalyzer: { polarity_scores(text: string): PolarityScores } };
  export default vader;
}
