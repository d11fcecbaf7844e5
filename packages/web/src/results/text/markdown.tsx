import {
  getListNumbers,
  markdownBlocks,
  getSafeUrl,
  visible,
  type MarkdownToken,
  type MarkdownTokens,
  type MarkedToken,
} from '@tryout/engine';
import { memo, useState, type ReactNode } from 'react';
import { classes } from '../../lib/classes.ts';
import { Toolbar } from '../../ui/button.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { ExternalLink } from '../../ui/panel.tsx';
import { LongWords, splitBlocks } from './text-blocks.tsx';
import styles from './markdown.module.css';

/** Blocks; those of longer texts are laid out near the viewport only. */
const MAX_NEAR = 200;

/**
 * A growing Markdown text as elements; only its last block is drawn again. HTML in it is shown as text, and images as
 * links, so that an answer can load nothing.
 */
export default function Markdown({ text }: { readonly text: string }) {
  const [blocksOf] = useState(markdownBlocks);
  const blocks = blocksOf(text);
  return (
    <div className={classes(styles.markdown, blocks.length > MAX_NEAR && styles.far)}>
      <Blocks tokens={blocks} />
    </div>
  );
}

function Blocks({ tokens }: { readonly tokens: readonly MarkdownToken[] }) {
  return tokens.map((token, index) => <Block key={index} token={token as MarkedToken} />);
}

const Block = memo(function Block({ token }: { readonly token: MarkedToken }): ReactNode {
  switch (token.type) {
    case 'space':
      return null;
    case 'heading':
      // Below the headings of the page, whatever the levels in the answer.
      return (
        <h4 dir="auto" data-depth={token.depth}>
          <Inline tokens={token.tokens} />
        </h4>
      );
    case 'code':
      return <CodeBlock code={token} />;
    case 'blockquote':
      return (
        <blockquote dir="auto">
          <Blocks tokens={token.tokens} />
        </blockquote>
      );
    case 'list': {
      const List = token.ordered ? 'ol' : 'ul';
      const numbers = token.ordered ? getListNumbers(token) : [];
      return (
        <List>
          {token.items.map((item, index) => (
            <li key={index} value={numbers[index]} dir="auto">
              {item.task && <input type="checkbox" checked={item.checked === true} readOnly aria-disabled />}
              <Blocks tokens={item.tokens.filter(({ type }) => type !== 'checkbox')} />
            </li>
          ))}
        </List>
      );
    }
    case 'table':
      return <Table table={token} />;
    case 'hr':
      return <hr />;
    case 'paragraph':
      return (
        <p dir="auto">
          <Inline tokens={token.tokens} />
        </p>
      );
    default:
      if ('tokens' in token && token.tokens) return <Inline tokens={token.tokens} />;
      // HTML, or a block that was not parsed.
      return (
        <p dir="auto" className={styles.raw}>
          {splitBlocks(token.raw).map((part, index) => (
            <span key={index}>
              <Words text={part} />
            </span>
          ))}
        </p>
      );
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

function Table({ table: { header, rows } }: { readonly table: MarkdownTokens.Table }) {
  return (
    <div className={styles.table} tabIndex={0} role="group" aria-label="Table">
      <table>
        <thead>
          <tr>
            {header.map(({ tokens, align }, index) => (
              <th key={index} scope="col" style={{ textAlign: align ?? undefined }}>
                <Inline tokens={tokens} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, at) => (
            <tr key={at}>
              {row.map(({ tokens, align }, index) => (
                <td key={index} style={{ textAlign: align ?? undefined }}>
                  <Inline tokens={tokens} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Inline({ tokens }: { readonly tokens: readonly MarkdownToken[] }): ReactNode {
  return tokens.map((token, index) => <InlineToken key={index} token={token as MarkedToken} />);
}

function InlineToken({ token }: { readonly token: MarkedToken }): ReactNode {
  switch (token.type) {
    case 'strong':
    case 'em':
    case 'del': {
      const Mark = token.type;
      return (
        <Mark>
          <Inline tokens={token.tokens} />
        </Mark>
      );
    }
    case 'codespan':
      return (
        <code>
          <LongWords text={visible(token.text)} />
        </code>
      );
    case 'br':
      return <br />;
    case 'link': {
      const address = getSafeUrl(token.href);
      const label = <Inline tokens={token.tokens} />;
      return address === undefined ? label : <ExternalLink href={address}>{label}</ExternalLink>;
    }
    default:
      if ('tokens' in token && token.tokens) return <Inline tokens={token.tokens} />;
      return <Words text={'text' in token && token.type !== 'html' ? token.text : token.raw} />;
  }
}

/** Text without characters that change its direction or are invisible. */
function Words({ text }: { readonly text: string }) {
  return <LongWords text={visible(text)} />;
}
