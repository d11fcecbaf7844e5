import { type CodeEntry, codeFileName, type CodePiece, placeOf } from '@tryout/engine';
import { toJsxRuntime } from 'hast-util-to-jsx-runtime';
import bash from 'highlight.js/lib/languages/bash';
import csharp from 'highlight.js/lib/languages/csharp';
import javascript from 'highlight.js/lib/languages/javascript';
import json from 'highlight.js/lib/languages/json';
import python from 'highlight.js/lib/languages/python';
import { createLowlight } from 'lowlight';
import { Download } from 'lucide-react';
import { useId, useMemo, useState } from 'react';
import { Fragment, jsx, jsxs } from 'react/jsx-runtime';
import { useSessionState } from '../../lib/app-context.ts';
import { saveBlob } from '../../lib/blobs.ts';
import { classes } from '../../lib/classes.ts';
import { Button } from '../../lib/ui/button.tsx';
import { CopyButton } from '../../lib/ui/copy-button.tsx';
import { FailureNote } from '../../lib/ui/failure-note.tsx';
import { LanguageTabs } from './language-tabs.tsx';
import { useCode } from './use-code.ts';
import styles from './code.module.css';
import './highlighted.css';

/** The entry that was looked at last, on this page. */
let last: string | undefined;

/** The code of the run at hand in every language and client, and for the model's own library. */
export function CodeOfRun() {
  const { tabs, library, told, error } = useCode();
  const task = useSessionState((state) => state.task);
  const [chosen, setChosen] = useState(last);
  const place = placeOf(tabs, chosen);
  const tab = tabs[place.tab];
  const entry = tab?.entries[place.entry];

  function choose(id: string | undefined): void {
    last = id;
    setChosen(id);
  }

  /** In another language the first client that has code. */
  function chooseTab(index: number): void {
    const entries = tabs[index]?.entries ?? [];
    choose((entries.find(({ piece }) => piece !== undefined) ?? entries[0])?.id);
  }

  return (
    <div className={styles.code}>
      <p role="status" className={styles.told}>
        {told}
      </p>
      {error !== undefined && <FailureNote error={error} />}
      {tab && entry && (
        <LanguageTabs tabs={tabs} chosen={place.tab} onChoose={chooseTab}>
          <ClientChoice
            label={tab === library ? 'Part' : 'Client'}
            entries={tab.entries}
            chosen={entry.id}
            onChoose={choose}
          />
          {entry.piece ? (
            <PieceOfCode key={entry.id} piece={entry.piece} task={task?.id ?? 'run'} />
          ) : (
            <p className={styles.reason}>{entry.reason}</p>
          )}
          {tab.notes.length > 0 && (
            <ul className={styles.notes}>
              {tab.notes.map((note) => (
                <li key={note}>
                  <LinkedNote text={note} />
                </li>
              ))}
            </ul>
          )}
        </LanguageTabs>
      )}
    </div>
  );
}

export interface ClientChoiceProps {
  /** What they are. */
  readonly label: string;
  readonly entries: readonly CodeEntry[];
  /** Id of the one that is shown. */
  readonly chosen: string;
  onChoose(id: string): void;
}

/** The clients of a language, or the parts of a library's code; those without code say why when they are chosen. */
export function ClientChoice({ label: legend, entries, chosen, onChoose }: ClientChoiceProps) {
  const name = useId();
  if (entries.length < 2) return null;
  return (
    <fieldset className={styles.clients}>
      <legend className={styles.legend}>{legend}</legend>
      {entries.map(({ id, label, piece }) => (
        <label key={id} className={classes(styles.client, !piece && styles.lacking)}>
          <input type="radio" name={name} checked={id === chosen} onChange={() => onChoose(id)} />
          {label}
        </label>
      ))}
    </fieldset>
  );
}

export interface PieceOfCodeProps {
  readonly piece: CodePiece;
  /** Id of the task, for the name of the file. */
  readonly task: string;
}

/** One piece of code with what installs its client; copied or saved with one click. */
export function PieceOfCode({ piece, task }: PieceOfCodeProps) {
  const { code, grammar, title, install } = piece;
  const save = () => saveBlob(new Blob([code]), codeFileName(task, piece));
  return (
    <>
      <div className={styles.bar}>
        {install !== undefined && (
          <p className={styles.install}>
            Install: <code>{install}</code>
          </p>
        )}
        <div className={styles.actions}>
          <CopyButton text={() => code} />
          <Button onClick={save}>
            <Download aria-hidden="true" size={16} />
            Download
          </Button>
        </div>
      </div>
      <pre className={styles.block} tabIndex={0} role="region" aria-label={title}>
        <Highlighted code={code.trimEnd()} grammar={grammar} />
      </pre>
    </>
  );
}

const ADDRESS = /(https?:\/\/[^\s<>"']+[^\s<>"'.,;:!?)])/;

/** A note whose web addresses can be followed. */
export function LinkedNote({ text }: { readonly text: string }) {
  return text.split(ADDRESS).map((part, index) =>
    index % 2 === 0 ? (
      part
    ) : (
      <a key={index} href={part} target="_blank" rel="noopener noreferrer">
        {part}
      </a>
    ),
  );
}

const lowlight = createLowlight({ bash, csharp, javascript, json, python });

export interface HighlightedProps {
  readonly code: string;
  /** The language's name for highlighters; others stay as they are. */
  readonly grammar: string;
}

/** Longer code is not colored: each part is an element. */
const MOST = 100_000;

/** Code with its parts colored, made of elements: no markup is parsed. */
export function Highlighted({ code, grammar }: HighlightedProps) {
  const parts = useMemo(() => {
    if (!lowlight.registered(grammar) || code.length > MOST) return code;
    return toJsxRuntime(lowlight.highlight(grammar, code), { Fragment, jsx, jsxs });
  }, [code, grammar]);
  return <code>{parts}</code>;
}
