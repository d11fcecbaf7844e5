/** Code that stands on its own, and what is told about it where several follow each other. */
export interface CodePiece {
  /** As `--json` names it, for example `python`. */
  readonly language: string;
  /** As `--client` takes it. */
  readonly client: string;
  readonly code: string;
  /** For example `Python with requests`. */
  readonly title: string;
  /** The command that installs what the language does not bring along. */
  readonly install?: string;
  /** The language's name for highlighters. */
  readonly grammar: string;
  /** What begins a comment. */
  readonly comment: string;
}
