import {
  asLine,
  findAlias,
  getMessage,
  modelIdIn,
  nameSearch,
  taskNamed,
  tasks,
  taskSearchTerms,
  visibleLine,
  type HistoryEntry,
  type SearchTerms,
} from '@tryout/engine';
import { ArrowRight, Box, type LucideIcon } from 'lucide-react';
import { useMemo, useState, type ReactNode } from 'react';
import { useNavigate } from 'react-router-dom';
import { openRun } from '../screens/history/open-run.ts';
import { classes } from '../lib/classes.ts';
import { useLoaded } from '../lib/hooks.ts';
import { useApp, useSessionState, type App } from '../state/app-context.ts';
import { readRecentModels } from '../state/stored/preferences.ts';
import { toPath } from '../state/routes.ts';
import { Emphasized, Options, useCombobox, type ComboboxItem } from '../ui/combobox/options.tsx';
import { TextInput } from '../ui/inputs.tsx';
import { Rail } from '../ui/rail.tsx';
import { ResultIcon } from '../ui/task-icon.tsx';
import styles from './palette.module.css';
import { formatKeys } from '../lib/keys.ts';

interface PaletteItem extends ComboboxItem {
  readonly group: string;
  readonly icon: ReactNode;
  readonly detail: string;
  readonly terms: SearchTerms;
  /** Listed only when it is searched for. */
  readonly isOlder?: boolean;
  open(): void;
}

/** Runs that are listed before anything is typed, and that a search reads. */
const MAX_RECENT = 5;
const MAX_RUNS = 200;

/** Finds tasks, models, recent runs, and the actions of the page. */
export default function Palette({ onClose }: { onClose(): void }) {
  const app = useApp();
  const navigate = useNavigate();
  const task = useSessionState((state) => state.task);
  const models = useSessionState((state) => state.models.models);
  const [actions] = useState(findActions);
  const [query, setQuery] = useState('');
  const { value: runs = [] } = useLoaded(app, async ({ history }) => (await history()).list());
  const items = useMemo(() => {
    const go = (path: string) => void navigate(path);
    const recent = readRecentModels().map(({ task: id, model }) => createModel(model, id, go));
    const listed = task ? models.map(({ name }) => createModel(name, task.id, go)) : [];
    const known = new Map([...recent, ...listed].map((item) => [item.key, item]));
    const stored = runs
      .slice(0, MAX_RUNS)
      .map((entry, index) => ({ ...createRun(app, entry, go), isOlder: index >= MAX_RECENT }));
    return { all: [...actions, ...stored, ...createTasks(go), ...known.values()], go };
  }, [app, navigate, actions, task, models, runs]);
  const search = useMemo(
    () =>
      nameSearch(
        items.all.map(({ text }) => text),
        items.all.map(({ terms }) => terms),
      ),
    [items],
  );
  const found = useMemo(() => {
    const indexes = search.find(query);
    if (indexes === undefined) return withHeadings(items.all.filter(({ isOlder }) => !isOlder));
    const id = modelIdIn(app.settings.hubUrl, query);
    const typed = id === undefined ? [] : [createModel(id, undefined, items.go)];
    return [...typed, ...indexes.map((index) => items.all[index]!)];
  }, [app, items, search, query]);
  const combobox = useCombobox<PaletteItem>({
    items: found,
    isOpen: true,
    defaultHighlightedIndex: 0,
    selectedItem: null,
    inputValue: query,
    itemToString: (item) => item?.text ?? '',
    itemToKey: (item) => item?.key,
    scrollIntoView: (option) => option.scrollIntoView({ block: 'nearest' }),
    onInputValueChange: ({ inputValue }) => setQuery(inputValue),
    onSelectedItemChange({ selectedItem }) {
      onClose();
      selectedItem?.open();
    },
  });
  const { ref: _menu, ...listProps } = combobox.getMenuProps(
    { 'aria-label': 'Results' },
    { suppressRefError: true },
  );
  return (
    <Rail
      title="Find"
      isCentered
      onClose={onClose}
      tools={
        <TextInput
          autoFocus
          placeholder="Task, model, run or action"
          spellCheck={false}
          {...combobox.getInputProps({
            'aria-label': 'Find',
            'aria-labelledby': undefined,
            // Closes the dialog.
            onKeyDown: ({ key, nativeEvent }) =>
              void (key === 'Escape' && Object.assign(nativeEvent, { preventDownshiftDefault: true })),
            // Updated at once, so that the caret stays in place.
            onChange: (event) => setQuery((event.target as HTMLInputElement).value),
          })}
        />
      }
    >
      <div className={styles.results}>
        <Options
          combobox={combobox}
          listProps={listProps}
          items={found}
          isOpen
          selected={null}
          row={({ icon, text, detail, group, terms }) => (
            <>
              {icon}
              <span className={styles.text}>
                <Emphasized text={text} words={query} />
                <span className="note clipped">{getReason(text, terms, query) ?? detail}</span>
              </span>
              {query !== '' && <span className={classes('note clipped', styles.group)}>{group}</span>}
            </>
          )}
        />
        {found.length === 0 && <p className={styles.empty}>Nothing matches “{query}”</p>}
      </div>
    </Rail>
  );
}

function getReason(text: string, { aliases = [], intents = [] }: SearchTerms, query: string) {
  return query === '' ? undefined : findAlias(text, { aliases, intents }, query);
}

/** The buttons and links of the page that are marked as actions and that can be used now. */
function findActions(): PaletteItem[] {
  const elements = document.querySelectorAll<HTMLElement>('[data-action]:not([aria-disabled])');
  return Array.from(elements, (element, index) => ({
    ...createItem('Actions', ArrowRight, `action ${index}`, element.textContent.trim()),
    open: () => element.click(),
  }));
}

function createTasks(go: (path: string) => void): PaletteItem[] {
  return tasks.map((task) => ({
    ...createItem('Tasks', undefined, task.id, task.label, task.summary),
    icon: <ResultIcon task={task} size={18} />,
    terms: taskSearchTerms(task),
    open: () => go(toPath({ task: task.id })),
  }));
}

/** A model; without a task, that of the model is looked up. */
function createModel(model: string, task: string | undefined, go: (path: string) => void): PaletteItem {
  const label = task === undefined ? 'Look up this model' : taskNamed(task).label;
  return {
    ...createItem('Models', Box, `model ${task} ${model}`, visibleLine(model), label),
    open: () => go(task === undefined ? `/${model}` : toPath({ task, model })),
  };
}

function createRun(app: App, entry: HistoryEntry, go: (path: string) => void): PaletteItem {
  const { id, task: taskId, model, input, output, isImported } = entry;
  const task = taskNamed(taskId);
  const open = async () => {
    const run = await (await app.history()).get(id);
    if (run) go(await openRun(app, run, !isImported));
    else app.notices.show('This run was deleted');
  };
  const detail = [task.label, model].filter(Boolean).join(' · ');
  return {
    ...createItem('Recent runs', undefined, `run ${id}`, asLine(input) || task.label, visibleLine(detail)),
    icon: <ResultIcon task={task} size={18} />,
    terms: { words: `${detail} ${output}` },
    open: () => void open().catch((error: unknown) => app.notices.show(getMessage(error))),
  };
}

function createItem(group: string, Icon: LucideIcon | undefined, key: string, text: string, detail = '') {
  const icon = Icon && <Icon aria-hidden="true" size={18} />;
  return { group, icon, key, text, detail, terms: {}, isAction: true };
}

/** Each group under its name. */
function withHeadings(items: readonly PaletteItem[]): PaletteItem[] {
  return items.map((item, index) =>
    item.group === items[index - 1]?.group ? item : { ...item, heading: item.group },
  );
}

/** What `shortcuts.tsx` does, with the keys as in `aria-keyshortcuts`. */
const pageShortcuts = [
  { keys: 'Control+K Meta+K', label: 'Find a task, model, run or action' },
  { keys: '/', label: 'Search models, or tasks before one is chosen' },
  { keys: '?', label: 'Show the keyboard shortcuts' },
];

/** The shortcuts of the page, and of the buttons that are on it now. */
export function ShortcutSheet({ onClose }: { onClose(): void }) {
  const [shortcuts] = useState(() => [...pageShortcuts, ...findButtonShortcuts()]);
  return (
    <Rail title="Keyboard shortcuts" onClose={onClose}>
      <dl className={styles.shortcuts}>
        {shortcuts.map(({ keys, label }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>
              <kbd>{formatKeys(keys)}</kbd>
            </dd>
          </div>
        ))}
      </dl>
    </Rail>
  );
}

function findButtonShortcuts() {
  const buttons = document.querySelectorAll<HTMLElement>('button[aria-keyshortcuts]');
  return Array.from(buttons, (button) => ({
    keys: button.getAttribute('aria-keyshortcuts')!,
    label: button.textContent.trim(),
  }));
}
