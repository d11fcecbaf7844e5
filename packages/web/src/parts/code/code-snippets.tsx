import { codeFileName, getPlace, type CodeEntry, type CodePiece } from '@tryout/engine';
import { Download } from 'lucide-react';
import { useId, useState } from 'react';
import { useApp, useSessionState } from '../../state/app-context.ts';
import { saveBlob } from '../../lib/blobs.ts';
import { classes } from '../../lib/classes.ts';
import { IconButton } from '../../ui/button.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { FailureNote } from '../../ui/failure-note.tsx';
import Highlighted from '../../ui/highlighted.tsx';
import { ExternalLink } from '../../ui/panel.tsx';
import { TabPanel, Tabs } from '../../ui/tabs.tsx';
import { ToolbarSlot } from '../../ui/slot.tsx';
import { useCode } from './use-code.ts';
import styles from './code.module.css';

/** Code for the run in each language and client, and for the model's own library. */
export default function CodeSnippets() {
  const { memory } = useApp();
  const { tabs, library, status, error } = useCode();
  const task = useSessionState((state) => state.task);
  const [entryId, setEntryId] = useState(memory.codeEntry);
  const id = useId();
  const place = getPlace(tabs, entryId);
  const tab = tabs[place.tab];
  const entry = tab?.entries[place.entry];
  const piece = entry?.piece;

  function choose(id: string | undefined): void {
    memory.codeEntry = id;
    setEntryId(id);
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
    <div className="stack">
      <ToolbarSlot.Fill>
        <CopyButton key={entry?.id} isIconOnly content={() => piece!.code} disabled={!piece} />
        <IconButton icon={Download} label="Download" disabled={!piece} onClick={() => save(piece!)} />
      </ToolbarSlot.Fill>
      <p role="status" className="soft live">
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
              value={place.tab}
              onChoose={chooseTab}
            />
          </div>
          <TabPanel id={id} value={place.tab} className="stack">
            <ClientChoice
              label={tab === library ? 'Part' : 'Client'}
              entries={tab.entries}
              value={entry.id}
              onChoose={choose}
            />
            {piece?.install !== undefined && (
              <p className="note">
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
                <code>
                  <Highlighted code={piece.code.trimEnd()} grammar={piece.grammar} />
                </code>
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
  readonly value: string;
  onChoose(id: string): void;
}

/** The clients of a language, or the parts of a library's code. Selecting one without code shows the reason. */
function ClientChoice({ label: legend, entries, value, onChoose }: ClientChoiceProps) {
  const name = useId();
  if (entries.length < 2) return null;
  return (
    <fieldset className="cluster">
      <legend className={styles.legend}>{legend}</legend>
      {entries.map(({ id, label, piece }) => (
        <label key={id} className={classes(styles.client, !piece && styles.unavailable)}>
          <input type="radio" name={name} checked={id === value} onChange={() => onChoose(id)} />
          {label}
        </label>
      ))}
    </fieldset>
  );
}

const URL_PATTERN = /(https?:\/\/[^\s<>"']+[^\s<>"'.,;:!?)])/;

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
