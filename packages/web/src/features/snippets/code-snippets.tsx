import { codeFileName, placeOf, type CodeEntry, type CodePiece } from '@tryout/engine';
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
import { IconButton, Toolbar } from '../../lib/ui/button.tsx';
import { CopyButton } from '../../lib/ui/copy-button.tsx';
import { FailureNote } from '../../lib/ui/failure-note.tsx';
import { ExternalLink } from '../../lib/ui/panel.tsx';
import { TabPanel, Tabs } from '../../lib/ui/tabs.tsx';
import { useCode } from './use-code.ts';
import styles from './code.module.css';
import './highlighted.css';

/** The entry last shown on this page. */
let lastEntry: string | undefined;

/** Code for the run in each language and client, and for the model's own library. */
export default function CodeSnippets() {
  const { tabs, library, status, error } = useCode();
  const task = useSessionState((state) => state.task);
  const [chosen, setChosen] = useState(lastEntry);
  const id = useId();
  const place = placeOf(tabs, chosen);
  const tab = tabs[place.tab];
  const entry = tab?.entries[place.entry];
  const piece = entry?.piece;

  function choose(id: string | undefined): void {
    lastEntry = id;
    setChosen(id);
  }

  /** Shows the first client that has code. */
  function chooseTab(index: number): void {
    const entries = tabs[index]?.entries ?? [];
    choose((entries.find(({ piece }) => piece !== undefined) ?? entries[0])?.id);
  }

  function save(shown: CodePiece): void {
    saveBlob(new Blob([shown.code]), codeFileName(task?.id ?? 'run', shown));
  }

  return (
    <div className={styles.code}>
      <p role="status" className={styles.status}>
        {status}
      </p>
      {error !== undefined && <FailureNote error={error} />}
      {tab && entry && (
        <>
          <div className={styles.bar}>
            <Tabs
              id={id}
              label="Language"
              tabs={tabs.map(({ label }, index) => ({ id: index, label }))}
              chosen={place.tab}
              onChoose={chooseTab}
            />
            {piece && (
              <Toolbar key={entry.id} className={styles.actions}>
                <CopyButton content={() => piece.code} />
                <IconButton icon={Download} label="Download" onClick={() => save(piece)} />
              </Toolbar>
            )}
          </div>
          <TabPanel id={id} chosen={place.tab} className={styles.panel}>
            <ClientChoice
              label={tab === library ? 'Part' : 'Client'}
              entries={tab.entries}
              chosen={entry.id}
              onChoose={choose}
            />
            {piece?.install !== undefined && (
              <p className={styles.install}>
                Install: <code>{piece.install}</code>
              </p>
            )}
            {piece ? (
              <pre
                key={entry.id}
                className={styles.block}
                tabIndex={0}
                role="region"
                aria-label={piece.title}
              >
                <Highlighted piece={piece} />
              </pre>
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
          </TabPanel>
        </>
      )}
    </div>
  );
}

interface ClientChoiceProps {
  readonly label: string;
  readonly entries: readonly CodeEntry[];
  readonly chosen: string;
  onChoose(id: string): void;
}

/** The clients of a language, or the parts of a library's code. Selecting one without code shows the reason. */
function ClientChoice({ label: legend, entries, chosen, onChoose }: ClientChoiceProps) {
  const name = useId();
  if (entries.length < 2) return null;
  return (
    <fieldset className={styles.clients}>
      <legend className={styles.legend}>{legend}</legend>
      {entries.map(({ id, label, piece }) => (
        <label key={id} className={classes(styles.client, !piece && styles.unavailable)}>
          <input type="radio" name={name} checked={id === chosen} onChange={() => onChoose(id)} />
          {label}
        </label>
      ))}
    </fieldset>
  );
}

const lowlight = createLowlight({ bash, csharp, javascript, json, python });

/** Characters; each token is an element, so longer code is not highlighted. */
const MAX_HIGHLIGHTED = 100_000;

/** Highlighted code as elements, so that no markup is parsed (F28). Unknown languages are not highlighted. */
function Highlighted({ piece }: { readonly piece: CodePiece }) {
  const { grammar } = piece;
  const code = piece.code.trimEnd();
  const content = useMemo(() => {
    if (!lowlight.registered(grammar) || code.length > MAX_HIGHLIGHTED) return code;
    return toJsxRuntime(lowlight.highlight(grammar, code), { Fragment, jsx, jsxs });
  }, [code, grammar]);
  return <code>{content}</code>;
}

const URL_PATTERN = /(https?:\/\/[^\s<>"']+[^\s<>"'.,;:!?)])/;

/** A note with its URLs as links. */
function LinkedNote({ text }: { readonly text: string }) {
  return text.split(URL_PATTERN).map((part, index) =>
    index % 2 === 0 ? (
      part
    ) : (
      <ExternalLink key={index} href={part}>
        {part}
      </ExternalLink>
    ),
  );
}
