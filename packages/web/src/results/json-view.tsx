import { count, foldedJson, resultJson, type RunResult } from '@tryout/engine';
import { memo, useMemo, type ReactNode } from 'react';
import { Button } from '../lib/ui/button.tsx';
import { CopyButton } from '../lib/ui/copy-button.tsx';
import { ScrollBox } from '../lib/ui/scroll-box.tsx';
import { jsonDownload } from './downloads-of.ts';
import styles from './json-view.module.css';
import { DownloadButton } from './parts/download-button.tsx';
import { tokensOf } from './parts/json-lines.ts';
import { useGrowing } from './parts/use-growing.ts';

const LINES_OF_A_BLOCK = 200;
const FIRST_LINES = 400;
/** A longer line is a text or a file rather than structure. */
const LONGEST_LINE = 1000;
/** From here on colors cost more than they tell. */
const MOST_COLORED = 10_000;

/** A result as JSON, pretty-printed; files as their facts. */
export function JsonView({ result }: { readonly result: RunResult }) {
  const json = useMemo(() => resultJson(result), [result]);
  return (
    <JsonBlock label="JSON" json={json}>
      <CopyButton text={() => json} label="Copy JSON" />
      <DownloadButton download={jsonDownload(result)} />
    </JsonBlock>
  );
}

export interface JsonBlockProps {
  /** What it is, for screen readers. */
  readonly label: string;
  /** Pretty-printed. */
  readonly json: string;
  /** Buttons below it. */
  readonly children?: ReactNode;
}

/** JSON in colors; the beginning of what is long, until all of it is wanted. */
export function JsonBlock({ label, json, children }: JsonBlockProps) {
  const blocks = useMemo(() => blocksOf(json), [json]);
  const total = blocks.reduce((sum, block) => sum + block.length, 0);
  const { shown, isWhole, showAll } = useGrowing(blocks.length, Math.ceil(FIRST_LINES / LINES_OF_A_BLOCK), 4);
  return (
    <div className={styles.json}>
      <ScrollBox label={label} className={styles.box}>
        <pre>
          <code>
            {blocks.slice(0, shown).map((lines, index) => (
              <Lines key={index} lines={lines} isColored={total <= MOST_COLORED} />
            ))}
          </code>
        </pre>
      </ScrollBox>
      <div className={styles.actions}>
        {children}
        {!isWhole && <Button onClick={showAll}>Show all {count(total)} lines</Button>}
      </div>
    </div>
  );
}

function blocksOf(json: string): string[][] {
  const lines = foldedJson(json);
  return Array.from({ length: Math.ceil(lines.length / LINES_OF_A_BLOCK) }, (_, index) =>
    lines.slice(index * LINES_OF_A_BLOCK, (index + 1) * LINES_OF_A_BLOCK).map(shortened),
  );
}

function shortened(line: string): string {
  if (line.length <= LONGEST_LINE) return line;
  return `${line.slice(0, LONGEST_LINE)}… (${count(line.length - LONGEST_LINE)} more characters)`;
}

interface LinesProps {
  readonly lines: readonly string[];
  readonly isColored: boolean;
}

const Lines = memo(function Lines({ lines, isColored }: LinesProps) {
  return (
    <span className={styles.lines}>
      {isColored
        ? lines.map((line, index) => (
            <span key={index}>
              {tokensOf(line).map(({ text, kind }, place) =>
                kind === undefined ? (
                  text
                ) : (
                  <span key={place} className={styles[kind]}>
                    {text}
                  </span>
                ),
              )}
              {'\n'}
            </span>
          ))
        : `${lines.join('\n')}\n`}
    </span>
  );
});
