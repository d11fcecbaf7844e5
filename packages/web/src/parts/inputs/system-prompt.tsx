import { attempt, isRunning, visibleLine } from '@tryout/engine';
import { Bookmark, Trash2 } from 'lucide-react';
import { useId, useState } from 'react';
import { LongTextArea } from '../../fields/text/text-field.tsx';
import { useSession, useSessionState } from '../../state/app-context.ts';
import { readJson, writeValue } from '../../state/stored/values.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { InputFrame, Select } from '../../ui/inputs.tsx';
import styles from './composer.module.css';

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

const MAX_PRESETS = 50;
/** Characters; local storage is small. */
const MAX_LENGTH = 20_000;

/** The system prompts that were saved in this browser, the newest first; none where storage is disabled. */
function readPresets(): readonly string[] {
  const presets = readJson('prompts');
  if (!Array.isArray(presets)) return [];
  const texts = presets.filter((preset): preset is string => typeof preset === 'string' && preset !== '');
  return [...new Set(texts)].slice(0, MAX_PRESETS);
}

/** @returns what is stored: all that fit */
function storePresets(presets: readonly string[]): readonly string[] {
  const stored = presets.filter(({ length }) => length <= MAX_LENGTH).slice(0, MAX_PRESETS);
  attempt(() => writeValue('prompts', JSON.stringify(stored)));
  return readPresets();
}
