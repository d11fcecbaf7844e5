import { count, compactJson, resultJson, type RunResult } from '@tryout/engine';
import { useMemo, useState } from 'react';
import { loadOnUse } from '../ui/failure-note.tsx';
import { Button, Toolbar } from '../ui/button.tsx';
import { ScrollBox } from '../ui/panel.tsx';
import styles from './json-view.module.css';

const Highlighted = loadOnUse(
  () => import('../ui/highlighted.tsx'),
  ({ code }) => code,
);

const FIRST_LINES = 400;
/** Browsers skip the layout of distant blocks. */
const LINES_PER_BLOCK = 200;
/** Longer lines are text or files rather than structure. */
const MAX_LINE = 1000;
/** Characters; highlighting more is slow. */
const MAX_HIGHLIGHTED = 500_000;

/** A result as JSON, with only the metadata of files. */
export function JsonView({ result }: { readonly result: RunResult }) {
  const json = useMemo(() => resultJson(result), [result]);
  return <JsonBlock label="JSON" json={json} />;
}

interface JsonBlockProps {
  readonly label: string;
  readonly json: string;
}

/** Highlighted JSON; long JSON is initially cut off. */
export function JsonBlock({ label, json }: JsonBlockProps) {
  const [showsAll, setShowsAll] = useState(false);
  const lines = useMemo(() => compactJson(json).map(shortenLine), [json]);
  const blocks = useMemo(() => {
    const visibleLines = showsAll ? lines : lines.slice(0, FIRST_LINES);
    return Array.from({ length: Math.ceil(visibleLines.length / LINES_PER_BLOCK) }, (_, index) =>
      visibleLines
        .slice(index * LINES_PER_BLOCK, (index + 1) * LINES_PER_BLOCK)
        .join('\n')
        .concat('\n'),
    );
  }, [lines, showsAll]);
  const length = blocks.reduce((sum, block) => sum + block.length, 0);
  return (
    <div className="stack">
      <ScrollBox aria-label={label} className={styles.box}>
        <pre>
          <code>
            {blocks.map((block, index) => (
              <span key={index} className={styles.lines}>
                <Highlighted code={block} grammar={length > MAX_HIGHLIGHTED ? 'text' : 'json'} />
              </span>
            ))}
          </code>
        </pre>
      </ScrollBox>
      <Toolbar className={styles.actions}>
        {!showsAll && lines.length > FIRST_LINES && (
          <Button onClick={() => setShowsAll(true)}>Show all {count(lines.length)} lines</Button>
        )}
      </Toolbar>
    </div>
  );
}

function shortenLine(line: string): string {
  if (line.length <= MAX_LINE) return line;
  return `${line.slice(0, MAX_LINE)}… (${count(line.length - MAX_LINE)} more characters)`;
}
