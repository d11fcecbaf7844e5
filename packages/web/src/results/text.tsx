import type { ResultProps } from './result-props.ts';
import { StreamedText } from './streamed-text.tsx';

/** What a model wrote. */
export function Text({ view: { text } }: ResultProps<'text'>) {
  return <StreamedText text={text} />;
}
