import { count, foldedJson, resultJson, type RunResult } from '@tryout/engine';
import { memo, type ReactNode, useMemo } from 'react';
import { Button } from '../lib/ui/button.tsx';
import { CopyButton } from '../lib/ui/copy-button.tsx';
import { ScrollBox } from '../lib/ui/scroll-box.tsx';
import { DownloadButton, jsonDownload } from './parts/download-button.tsx';
import { useGrowing } from './parts/growing-list.tsx';
import styles from './json-view.module.css';

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

interface JsonBlockProps {
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

/** A part of a line of JSON, with its class of token where it is colored. */
interface JsonToken {
  readonly text: string;
  readonly kind?: 'name' | 'string' | 'number' | 'word';
}

const token = /("(?:[^"\\]|\\.)*")(\s*:)?|(-?\d[\d.eE+-]*)|\b(true|false|null)\b/g;

/** The tokens of one line of pretty-printed JSON. */
export function tokensOf(line: string): JsonToken[] {
  const tokens: JsonToken[] = [];
  let at = 0;
  for (const match of line.matchAll(token)) {
    const [, string, colon, number] = match;
    if (match.index > at) tokens.push({ text: line.slice(at, match.index) });
    if (string === undefined) tokens.push({ text: match[0], kind: number === undefined ? 'word' : 'number' });
    else {
      tokens.push({ text: string, kind: colon === undefined ? 'string' : 'name' });
      if (colon !== undefined) tokens.push({ text: colon });
    }
    at = match.index + match[0].length;
  }
  if (at < line.length) tokens.push({ text: line.slice(at) });
  return tokens;
}
