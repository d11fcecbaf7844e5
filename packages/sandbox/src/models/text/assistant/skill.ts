/** What the user has written so far, oldest first; the last one is to be answered. */
export interface Conversation {
  message: string;
  /** What the user wrote before `message`. */
  earlier: readonly string[];
  /** The system message; empty without one. */
  instructions: string;
}

/** One thing that the assistant can do. */
export interface Skill {
  /** A line for the model card and for the question what it can do: what to ask, with an example. */
  help: string;
  /**
   * The answer; `undefined` if the message asks for something else.
   * @param think called with each step of working it out
   */
  answer(conversation: Conversation, think: (step: string) => void): string | undefined;
}
