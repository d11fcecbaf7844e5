import {
  getVisibleExchanges,
  isRunning,
  pendingPrompt,
  shortModelName,
  unsentTokenNote,
  visibleLine,
  type Exchange,
  type Task,
} from '@tryout/engine';
import { ArrowDown, MessageSquarePlus, SlidersHorizontal } from 'lucide-react';
import { useId, useState } from 'react';
import { classes } from '../../lib/classes.ts';
import { useMediaQuery } from '../../lib/hooks.ts';
import { useScrollToEnd } from '../../lib/scroll-to-end.ts';
import { useSession, useSessionState } from '../../state/app-context.ts';
import { getCurrentForm, getCurrentRun } from '../../state/run-files.ts';
import { Button, Toolbar } from '../../ui/button.tsx';
import frame from '../../ui/frame.module.css';
import { VisuallyHidden } from '../../ui/panel.tsx';
import { Rail } from '../../ui/rail.tsx';
import { Composer, focusMessage } from '../../parts/inputs/composer.tsx';
import { ExampleRow } from '../../parts/inputs/examples.tsx';
import { Code, getAnnouncement, Progress } from '../../parts/output/output.tsx';
import { BatchButton, CompareButton, ShareButtons } from '../../parts/output/output-toolbar.tsx';
import { RunFailure } from '../../parts/output/run-end.tsx';
import { SEND_TOKEN_COMMAND } from '../../parts/options/place.tsx';
import { Turn } from './turn.tsx';
import styles from './chat.module.css';
import { SystemPrompt } from '../../parts/inputs/system-prompt.tsx';
import { JsonView } from '../../results/json-view.tsx';
import { TabPanel, Tabs } from '../../ui/tabs.tsx';
import { Options } from '../../parts/options/options.tsx';

/** A conversation in one column with the next message below it, and its settings at the side. */
export function Chat({ task }: { readonly task: Task }) {
  const isWide = useMediaQuery('(width >= 60rem)');
  const [isPanelOpen, setPanelOpen] = useState(() => matchMedia('(width >= 80rem)').matches);
  const [isSheetOpen, setSheetOpen] = useState(false);
  const isOpen = isWide ? isPanelOpen : isSheetOpen;
  const setOpen = isWide ? setPanelOpen : setSheetOpen;
  // Kept when the window becomes wide or narrow.
  const [view, setView] = useState<View>('settings');
  const settings = <ChatSettings view={view} onView={setView} />;
  return (
    <div data-chat="" className={classes(styles.chat, frame.fill, isOpen && isWide && styles.withSettings)}>
      <Conversation task={task} isOpen={isOpen} onToggle={() => setOpen(!isOpen)} />
      {isOpen && isWide && (
        <aside aria-label="Settings" className={classes(styles.settings, frame.scroll)}>
          {settings}
        </aside>
      )}
      {isOpen && !isWide && (
        <Rail title="Settings" onClose={() => setOpen(false)}>
          {settings}
        </Rail>
      )}
    </div>
  );
}

interface ConversationProps {
  readonly task: Task;
  readonly isOpen: boolean;
  onToggle(): void;
}

function Conversation({ task, isOpen, onToggle }: ConversationProps) {
  const session = useSession();
  const state = useSessionState((now) => now);
  const { run, model, chat } = state;
  const { box, inner, isAtEnd, goToEnd, onScroll } = useScrollToEnd(true);
  const isBusy = isRunning(state);
  const exchanges = getVisibleExchanges(state);
  const pending = pendingPrompt(state);
  // Stays mounted when it is complete.
  const current = pending && {
    prompt: pending,
    answer: '',
    view: { ...(run.partial ?? { text: '' }), isMarkdown: true },
    model,
  };
  const turns: readonly Exchange[] = current ? [...exchanges, current] : exchanges;
  const isEmpty = turns.length === 0;
  const heading = useId();
  const unsentToken =
    run.result && unsentTokenNote(session.connection(), run.result.run.route, SEND_TOKEN_COMMAND);
  const name = visibleLine(shortModelName(model ?? 'the model'));
  const getRun = () => (run.inputs ? getCurrentRun(session) : getCurrentForm(session));
  const edit = (at: number) => {
    session.editMessage(at);
    focusMessage(task);
  };
  return (
    <section
      aria-label={run.status === 'failed' && !run.partial ? 'Error' : 'Output'}
      className={styles.main}
    >
      <Toolbar role="group" aria-label="Actions" className={styles.tools}>
        <Button
          isCollapsible
          data-action=""
          title="New chat"
          icon={MessageSquarePlus}
          disabled={isEmpty}
          onClick={() => {
            session.newChat();
            focusMessage(task);
          }}
        >
          New chat
        </Button>
        <span className={styles.space} />
        <CompareButton />
        <BatchButton />
        <ShareButtons getRun={getRun} disabled={isEmpty} canShareResult={run.result !== undefined} />
        <Button
          isCollapsible
          data-action=""
          title="Settings"
          icon={SlidersHorizontal}
          aria-expanded={isOpen}
          onClick={onToggle}
        >
          Settings
        </Button>
      </Toolbar>
      <VisuallyHidden role="status">{getAnnouncement(state)}</VisuallyHidden>
      <div
        ref={box}
        tabIndex={0}
        role="group"
        aria-label="Messages"
        className={classes(styles.scroll, frame.scroll)}
        onScroll={onScroll}
      >
        <div ref={inner} className={styles.column}>
          {isEmpty && (
            <div className={styles.empty}>
              <ExampleRow heading={heading} title={`Chat with ${name}`} />
            </div>
          )}
          {!isEmpty && (
            <ol className={styles.turns} aria-label="Conversation">
              {turns.map((exchange, at) => (
                <Turn
                  key={at}
                  at={at}
                  exchange={exchange}
                  isLast={at === turns.length - 1}
                  isPending={at === exchanges.length}
                  isDimmed={chat.editing !== undefined && at >= chat.editing.at}
                  onEdit={edit}
                />
              ))}
            </ol>
          )}
          {isBusy && <Progress />}
          {(run.status === 'failed' || run.status === 'canceled') && <RunFailure />}
          {unsentToken !== undefined && <p className="note">{visibleLine(unsentToken)}</p>}
        </div>
      </div>
      <Composer task={task} onSend={goToEnd}>
        {!isAtEnd && (
          <Button icon={ArrowDown} className={styles.end} onClick={goToEnd}>
            Go to the end
          </Button>
        )}
      </Composer>
    </section>
  );
}

const views = [
  { id: 'settings', label: 'Settings' },
  { id: 'json', label: 'JSON' },
  { id: 'code', label: 'Code' },
] as const;

type View = (typeof views)[number]['id'];

interface ChatSettingsProps {
  readonly view: View;
  onView(view: View): void;
}

/** The system prompt, the parameters and the options of a conversation, the JSON of its last answer, and its code. */
function ChatSettings({ view, onView }: ChatSettingsProps) {
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
