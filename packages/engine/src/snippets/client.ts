import type { Language } from './language.ts';
import type { SnippetContext } from './snippet-context.ts';

/** A program or library that code is written for. */
export interface SnippetClient {
  /** The name that people know it by and choose it with, for example `huggingface_hub`. */
  readonly id: string;
  readonly language: Language;
  /** The command that installs what the language does not bring along. */
  readonly install?: string;
  /** Why it cannot make this request, as a sentence that goes on after its name; undefined when it can. */
  cannot?(context: SnippetContext): string | undefined;
  /** The code, with a newline at its end. Called only for what it can do. */
  write(context: SnippetContext): string;
}
