import type { RunState } from '@tryout/engine';
import { JsonView } from '../../../results/json-view.tsx';
import { ResultView } from '../../../results/result-view.tsx';
import { Text } from '../../../results/text.tsx';
import type { Look } from './output-head.tsx';
import styles from './output.module.css';

/** The result as far as there is one, or the text that has come so far. */
export function OutputBody({ run, look }: { readonly run: RunState; readonly look: Look }) {
  const { status, text, reasoning, result } = run;
  if (status === 'idle') return <p className={styles.empty}>The result appears here.</p>;
  if (result && look === 'json') return <JsonView result={result} />;
  // A text that has been read as it came stays where it is when it is whole.
  const whole = result?.view.kind === 'text' ? result.view : undefined;
  if ((text !== '' || reasoning !== undefined) && (!result || whole)) {
    const soFar = { text, ...(reasoning === undefined ? {} : { reasoning }) };
    return <Text view={whole ?? soFar} isGrowing={status === 'streaming'} />;
  }
  return result ? <ResultView view={result.view} /> : null;
}
