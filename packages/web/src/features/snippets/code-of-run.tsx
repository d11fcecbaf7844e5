import { placeOf } from '@tryout/engine';
import { useState } from 'react';
import { useSessionState } from '../../lib/session-context.ts';
import { FailureNote } from '../../lib/ui/failure-note.tsx';
import { ClientChoice } from './client-choice.tsx';
import { LanguageTabs } from './language-tabs.tsx';
import { LinkedNote } from './linked-note.tsx';
import { PieceOfCode } from './piece-of-code.tsx';
import { useCode } from './use-code.ts';
import styles from './code.module.css';

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
