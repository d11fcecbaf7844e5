declare module 'vader-sentiment' {
  const vader: {
    SentimentIntensityAnalyzer: {
      /** `compound` is from -1 to 1. */
      polarity_scores(text: string): { compound: number };
    };
  };
  export default vader;
}
