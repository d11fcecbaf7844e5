import { isRunning, visibleLine } from '@tryout/engine';
import { Bookmark, Trash2 } from 'lucide-react';
import { useId, useState, type ReactNode } from 'react';
import { LongTextArea } from '../../../fields/text/text-field.tsx';
import { JsonView } from '../../../results/json-view.tsx';
import { useSession, useSessionState } from '../../../state/app-context.ts';
import { readPresets, storePresets } from '../../../state/presets.ts';
import { Button, IconButton, Toolbar } from '../../../ui/button.tsx';
import { InputFrame, Select } from '../../../ui/inputs.tsx';
import { ToolbarSlot } from '../../../ui/slot.tsx';
import { TabPanel, Tabs } from '../../../ui/tabs.tsx';
import { Options } from '../options/options.tsx';
import styles from './chat.module.css';

const views = [
  { id: 'settings', label: 'Settings' },
  { id: 'json', label: 'JSON' },
  { id: 'code', label: 'Code' },
] as const;

export type View = (typeof views)[number]['id'];

interface ChatSettingsProps {
  readonly code: ReactNode;
  readonly view: View;
  onView(view: View): void;
}

/** The system prompt, the parameters and the options of a conversation, the JSON of its last answer, and its code. */
export function ChatSettings({ code, view, onView }: ChatSettingsProps) {
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
        {view === 'code' && <ToolbarSlot.Target value={slot}>{code}</ToolbarSlot.Target>}
      </TabPanel>
    </>
  );
}

/** Characters of a preset in the list. */
const MAX_NAME = 60;

/** The instructions for all answers of a conversation, which can be saved and chosen again. */
export function SystemPrompt() {
  const session = useSession();
  const system = useSessionState(({ chat }) => chat.system);
  const disabled = useSessionState(isRunning);
  const [presets, setPresets] = useState(readPresets);
  const id = useId();
  const isSaved = presets.includes(system);
  const change = (next: readonly string[]) => {
    setPresets(storePresets(next));
    // The button disappears.
    document.getElementById(id)?.focus();
  };
  return (
    <InputFrame label="System prompt" htmlFor={id}>
      <LongTextArea
        id={id}
        rows={3}
        placeholder="Instructions for all answers"
        value={system}
        disabled={disabled}
        onText={(text) => session.changeChat({ system: text })}
      />
      <div className={styles.presets}>
        {presets.length > 0 && (
          <Select
            aria-label="Preset"
            value={isSaved ? system : ''}
            disabled={disabled}
            onChange={({ target }) => session.changeChat({ system: target.value })}
          >
            <option value="">{isSaved || system === '' ? 'No preset' : 'Not saved'}</option>
            {presets.map((preset) => (
              <option key={preset} value={preset}>
                {visibleLine(preset.slice(0, MAX_NAME))}
              </option>
            ))}
          </Select>
        )}
        {system !== '' && !isSaved && (
          <Button icon={Bookmark} onClick={() => change([system, ...presets])}>
            Save as preset
          </Button>
        )}
        {isSaved && (
          <IconButton
            label="Delete preset"
            icon={Trash2}
            onClick={() => change(presets.filter((preset) => preset !== system))}
          />
        )}
      </div>
    </InputFrame>
  );
}
