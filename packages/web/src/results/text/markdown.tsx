import {
  markdownBlocks,
  markdownText,
  safeAddress,
  visible,
  type MarkdownToken,
  type MarkdownTokens,
} from '@tryout/engine';
import { memo, useState, type ReactNode } from 'react';
import { Toolbar } from '../../lib/ui/button.tsx';
import { CopyButton } from '../../lib/ui/copy-button.tsx';
import { ExternalLink } from '../../lib/ui/panel.tsx';
import { LongWords } from './text-blocks.tsx';
import styles from './markdown.module.css';

/**
 * A growing Markdown text as elements; only its last block is drawn again. HTML in it is shown as text, and pictures as
 * links, so that an answer can load nothing (F28).
 */
export default function Markdown({ text }: { readonly text: string }) {
  const [blocksOf] = useState(markdownBlocks);
  return (
    <div className={styles.markdown}>
      {blocksOf(text).map((token, index) => (
        <Block key={index} token={token} />
      ))}
    </div>
  );
}

const Block = memo(function Block({ token }: { readonly token: MarkdownToken }): ReactNode {
  switch (token.type) {
    case 'space':
    case 'def':
      return null;
    case 'heading':
      // Below the headings of the page, whatever the levels in the answer.
      return (
        <h4 dir="auto" data-depth={(token as MarkdownTokens.Heading).depth}>
          {inline(token)}
        </h4>
      );
    case 'code':
      return <CodeBlock code={token as MarkdownTokens.Code} />;
    case 'blockquote':
      return <blockquote dir="auto">{blocks(token)}</blockquote>;
    case 'list':
      return <List list={token as MarkdownTokens.List} />;
    case 'table':
      return <Table table={token as MarkdownTokens.Table} />;
    case 'hr':
      return <hr />;
    case 'html':
    case 'text':
      if ('tokens' in token && token.tokens) return inline(token);
      // HTML, or a long block that was not parsed.
      return (
        <p dir="auto" className={styles.raw}>
          <Words text={token.raw} />
        </p>
      );
    default:
      return <p dir="auto">{inline(token)}</p>;
  }
});

function CodeBlock({ code: { text, lang } }: { readonly code: MarkdownTokens.Code }) {
  return (
    <div className={styles.code} dir="ltr">
      <div className={styles.codeHead}>
        {visible(lang ?? '')}
        <Toolbar>
          <CopyButton content={() => text} label="Copy code" />
        </Toolbar>
      </div>
      <pre tabIndex={0}>
        <code>
          <LongWords text={visible(text)} />
        </code>
      </pre>
    </div>
  );
}

function blocks(token: MarkdownToken): ReactNode {
  const inner = ('tokens' in token && token.tokens) || [];
  return inner.map((each, index) => <Block key={index} token={each} />);
}

function List({ list: { ordered, start, items } }: { readonly list: MarkdownTokens.List }) {
  const rows = items.map((item, index) => (
    <li key={index} dir="auto">
      {item.task && <input type="checkbox" checked={item.checked === true} readOnly aria-disabled />}
      {item.tokens
        .filter(({ type }) => type !== 'checkbox')
        .map((each, at) => (
          <Block key={at} token={each} />
        ))}
    </li>
  ));
  return ordered ? <ol start={Number(start || 1)}>{rows}</ol> : <ul>{rows}</ul>;
}

function Table({ table: { header, rows, align } }: { readonly table: MarkdownTokens.Table }) {
  // Right-aligned cells are numbers.
  const side = (index: number) => ({
    textAlign: align[index] ?? undefined,
    whiteSpace: align[index] === 'right' ? 'nowrap' : undefined,
  });
  return (
    <div className={styles.table} tabIndex={0} role="group" aria-label="Table">
      <table>
        <thead>
          <tr>
            {header.map((cell, index) => (
              <th key={index} scope="col" style={side(index)}>
                {inline(cell)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, at) => (
            <tr key={at}>
              {row.map((cell, index) => (
                <td key={index} style={side(index)}>
                  {inline(cell)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function inline(
  parent: { readonly tokens?: readonly MarkdownToken[] | undefined } | MarkdownToken,
): ReactNode {
  const inner = ('tokens' in parent && (parent.tokens as readonly MarkdownToken[] | undefined)) || [];
  return inner.map((token, index) => <Inline key={index} token={token} />);
}

function Inline({ token }: { readonly token: MarkdownToken }): ReactNode {
  switch (token.type) {
    case 'strong':
      return <strong>{inline(token)}</strong>;
    case 'em':
      return <em>{inline(token)}</em>;
    case 'del':
      return <del>{inline(token)}</del>;
    case 'codespan':
      return (
        <code>
          <LongWords text={visible((token as MarkdownTokens.Codespan).text)} />
        </code>
      );
    case 'br':
      return <br />;
    case 'link':
    case 'image': {
      const { href, text } = token as MarkdownTokens.Link;
      const address = safeAddress(href);
      const label = token.type === 'link' ? inline(token) : <Words text={text || 'image'} />;
      if (address === undefined) return <>{label}</>;
      return <ExternalLink href={address}>{label}</ExternalLink>;
    }
    case 'html':
      return <Words text={token.raw} />;
    default:
      return 'tokens' in token && token.tokens ? (
        inline(token)
      ) : (
        <Words text={'text' in token ? String(token.text) : token.raw} />
      );
  }
}

/** Text without characters that change its direction or are invisible (W15). */
function Words({ text }: { readonly text: string }) {
  return <LongWords text={visible(markdownText(text))} />;
}
