import { count, compactJson, resultJson, type RunResult } from '@tryout/engine';
import { memo, useMemo, type ReactNode } from 'react';
import { Button, Toolbar } from '../lib/ui/button.tsx';
import { CopyButton } from '../lib/ui/copy-button.tsx';
import { ScrollBox } from '../lib/ui/scroll-box.tsx';
import { DownloadButton, jsonDownload } from './parts/download-button.tsx';
import { chunked, useGrowing } from './parts/growing-list.tsx';
import styles from './json-view.module.css';

const LINES_PER_BLOCK = 200;
const FIRST_BLOCKS = 2;
/** Longer lines are text or files rather than structure. */
const MAX_LINE = 1000;
/** Highlighting more lines is slow. */
const MAX_HIGHLIGHTED_LINES = 10_000;

/** A result as JSON, with only the metadata of files. */
export function JsonView({ result }: { readonly result: RunResult }) {
  const json = useMemo(() => resultJson(result), [result]);
  return (
    <JsonBlock label="JSON" json={json}>
      <CopyButton content={() => json} label="Copy JSON" />
      <DownloadButton download={jsonDownload(result)} />
    </JsonBlock>
  );
}

interface JsonBlockProps {
  readonly label: string;
  readonly json: string;
  readonly children?: ReactNode;
}

/** Highlighted JSON; long JSON is initially cut off. */
export function JsonBlock({ label, json, children }: JsonBlockProps) {
  const lines = useMemo(() => compactJson(json).map(shortened), [json]);
  const blocks = useMemo(() => chunked(lines, LINES_PER_BLOCK), [lines]);
  const { shown, isComplete, showAll } = useGrowing(blocks.length, FIRST_BLOCKS, 4);
  return (
    <div className={styles.json}>
      <ScrollBox label={label} className={styles.box}>
        <pre>
          <code>
            {blocks.slice(0, shown).map((block, index) => (
              <Lines key={index} lines={block} isHighlighted={lines.length <= MAX_HIGHLIGHTED_LINES} />
            ))}
          </code>
        </pre>
      </ScrollBox>
      <Toolbar className={styles.actions}>
        {children}
        {!isComplete && <Button onClick={showAll}>Show all {count(lines.length)} lines</Button>}
      </Toolbar>
    </div>
  );
}

function shortened(line: string): string {
  if (line.length <= MAX_LINE) return line;
  return `${line.slice(0, MAX_LINE)}… (${count(line.length - MAX_LINE)} more characters)`;
}

interface LinesProps {
  readonly lines: readonly string[];
  readonly isHighlighted: boolean;
}

const Lines = memo(function Lines({ lines, isHighlighted }: LinesProps) {
  if (!isHighlighted) return <span className={styles.lines}>{`${lines.join('\n')}\n`}</span>;
  return (
    <span className={styles.lines}>
      {lines.map((line, index) => (
        <span key={index}>
          {tokensOf(line).map(({ text, kind }, at) =>
            kind === undefined ? (
              text
            ) : (
              <span key={at} className={styles[kind]}>
                {text}
              </span>
            ),
          )}
          {'\n'}
        </span>
      ))}
    </span>
  );
});

const kinds = ['name', 'string', 'number', 'word'] as const;

interface JsonToken {
  readonly text: string;
  /** Undefined if it is not highlighted. */
  readonly kind?: (typeof kinds)[number] | undefined;
}

/** The groups are the kinds of tokens. */
const token =
  /(?<name>"(?:[^"\\]|\\.)*"(?=\s*:))|(?<string>"(?:[^"\\]|\\.)*")|(?<number>-?\d[\d.eE+-]*)|\b(?<word>true|false|null)\b/g;

/** The tokens of one line of pretty-printed JSON. */
export function tokensOf(line: string): JsonToken[] {
  const tokens: JsonToken[] = [];
  let last = 0;
  for (const { 0: text, index, groups } of line.matchAll(token)) {
    if (index > last) tokens.push({ text: line.slice(last, index) });
    tokens.push({ text, kind: kinds.find((kind) => groups?.[kind] !== undefined) });
    last = index + text.length;
  }
  if (last < line.length) tokens.push({ text: line.slice(last) });
  return tokens;
}
