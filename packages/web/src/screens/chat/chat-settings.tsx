import { isRunning } from '@tryout/engine';
import { useId, useState } from 'react';
import { SystemPrompt } from '../../parts/inputs/system-prompt.tsx';
import { Code } from '../../parts/output/output.tsx';
import { JsonView } from '../../results/json-view.tsx';
import { useSession, useSessionState } from '../../state/app-context.ts';
import { Button, Toolbar } from '../../ui/button.tsx';
import { TabPanel, Tabs } from '../../ui/tabs.tsx';
import { Options } from '../../parts/options/options.tsx';
import styles from './chat.module.css';

const views = [
  { id: 'settings', label: 'Settings' },
  { id: 'json', label: 'JSON' },
  { id: 'code', label: 'Code' },
] as const;

export type View = (typeof views)[number]['id'];

interface ChatSettingsProps {
  readonly view: View;
  onView(view: View): void;
}

/** The system prompt, the parameters and the options of a conversation, the JSON of its last answer, and its code. */
export function ChatSettings({ view, onView }: ChatSettingsProps) {
  const session = useSession();
  const isBusy = useSessionState(isRunning);
  const result = useSessionState(({ run, chat }) => run.result ?? chat.exchanges.at(-1)?.result);
  const [slot, setSlot] = useState<HTMLElement | null>(null);
  const tabs = useId();
  return (
    <>
      <div className="cluster spread">
        <Tabs<View> id={tabs} label="Show" tabs={views} value={view} onChoose={onView} />
        <Toolbar>
          <span ref={setSlot} className={styles.drafts} />
        </Toolbar>
      </div>
      <TabPanel id={tabs} value={view} className="stack loose">
        {view === 'settings' && (
          <>
            <SystemPrompt />
            <div>
              <Options />
            </div>
            <div className={styles.clear}>
              <Button disabled={isBusy} onClick={session.clear}>
                Clear
              </Button>
              <p className="note">Empties the chat, the system prompt and the parameters.</p>
            </div>
          </>
        )}
        {view === 'json' &&
          (result ? (
            <JsonView result={result} />
          ) : (
            <p className="note">The JSON of the last answer appears here.</p>
          ))}
        {view === 'code' && <Code toolbar={slot} />}
      </TabPanel>
    </>
  );
}
