import { toJsxRuntime } from 'hast-util-to-jsx-runtime';
import { useLayoutEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { Fragment, jsx, jsxs } from 'react/jsx-runtime';
import { useLoaded } from '../../lib/hooks.ts';
import { useApp } from '../../state/app-context.ts';
import { FailureNote } from '../../ui/failure-note.tsx';
import { callHost } from '../../state/batch/batch-store.ts';
import styles from './batch.module.css';

interface ReportProps {
  readonly id: string;
  readonly label: string;
  /** Rows times models that are finished; undefined while the batch runs. */
  readonly answers: number | undefined;
}

/** The report, as `tryout report` writes it. Its style sheet is its own, so it is in a shadow tree. */
export default function Report({ id, label, answers }: ReportProps) {
  const app = useApp();
  const key = `${id} ${label} ${answers}`;
  const { last, error } = useLoaded(key, () => callHost(app, (host) => host.report(id, label)));
  const box = useRef<HTMLDivElement>(null);
  const [root, setRoot] = useState<ShadowRoot | null>(null);
  const style = last?.style;
  useLayoutEffect(() => {
    const element = box.current!;
    const shadow = element.shadowRoot ?? element.attachShadow({ mode: 'open' });
    setRoot(shadow);
    if (style !== undefined) shadow.adoptedStyleSheets = [adaptStyle(style)];
  }, [style]);
  return (
    <>
      <p role="status" className={styles.note}>
        {!last && error === undefined && 'Computing the report'}
      </p>
      {error !== undefined && <FailureNote error={error} />}
      <div ref={box} className={styles.report} hidden={error !== undefined} />
      {root && last && createPortal(toJsxRuntime(last.content, { Fragment, jsx, jsxs }), root)}
    </>
  );
}

/** The style sheet of a page for a part of this one, which has its own theme. */
function adaptStyle(text: string): CSSStyleSheet {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(text);
  for (const rule of sheet.cssRules) {
    if (!(rule instanceof CSSStyleRule) || ![':root', 'body'].includes(rule.selectorText)) continue;
    rule.selectorText = ':host';
    for (const name of ['color-scheme', 'max-width', 'padding', 'margin-inline', 'background'])
      rule.style.removeProperty(name);
  }
  return sheet;
}
