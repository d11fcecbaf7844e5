import {
  exampleRound,
  fieldKinds,
  isFileInput,
  isRunning,
  getMessage,
  visible,
  visibleLine,
  type Example,
  type FieldValue,
} from '@tryout/engine';
import { Lightbulb } from 'lucide-react';
import { useRef, useState } from 'react';
import { useOnClear, useSession, useSessionState } from '../../state/app-context.ts';
import { classes } from '../../lib/classes.ts';
import { useImage } from '../../lib/images.ts';
import { Button } from '../../ui/button.tsx';
import { VisuallyHidden } from '../../ui/panel.tsx';
import { inputIcons } from '../../ui/task-icon.tsx';
import { useLoaded } from '../../lib/hooks.ts';
import styles from './examples.module.css';

/** Cards rarely have more. */
const MAX_EXAMPLES = 12;

/** More images are not downloaded before they are used. */
const MAX_IMAGES = 6;

/** Characters; the strip shows fewer. */
const MAX_WORDS = 80;

const none: readonly Example[] = [];

interface ExampleRowProps {
  /** ID of the heading. */
  readonly heading: string;
  readonly title?: string;
}

/** The heading of the form with a strip of the model's examples, which fill it. */
export function ExampleRow({ heading, title = 'Inputs' }: ExampleRowProps) {
  const session = useSession();
  const isBusy = useSessionState(isRunning);
  // Another session object, as in a comparison, must not cancel an example that is loading.
  const [round] = useState(() => exampleRound(session));
  // Trying an example loads the list again, and reports why it failed.
  const { value: list = none } = useLoaded(round, (each, signal) => each.list(signal));
  const [choice, setChoice] = useState<{ readonly index: number }>();
  // Failures are outcomes: an example must not replace what was typed until the network is back.
  const { value: loadedExample } = useLoaded(choice, ({ index }, signal) =>
    round
      .fill(index, signal)
      .then(
        (outcome) => outcome ?? ('nothing' as const),
        (error: unknown) => ({ status: 'failed', text: getMessage(error), hasReplaced: false }) as const,
      )
      .then((outcome) => ({ outcome, values: session.getSnapshot().values })),
  );
  const outcome = loadedExample?.outcome;
  // Until something is changed.
  const isUnchanged = useSessionState(({ values }) => values) === loadedExample?.values;
  const strip = useRef<HTMLUListElement>(null);
  const isLoading = choice !== undefined && outcome === undefined;
  const result = outcome === 'nothing' ? undefined : outcome;
  const isError = result?.status === 'failed' || result?.status === 'unfit';
  // A run uses the inputs as they are.
  if (isBusy && isLoading) setChoice(undefined);
  useOnClear(() => setChoice(undefined));

  function leave(): void {
    setChoice(undefined);
    // The button disappears.
    strip.current?.querySelector('button')?.focus();
  }
  function undo(): void {
    session.restore();
    leave();
  }

  return (
    <div className={styles.head}>
      <h2 id={heading}>{title}</h2>
      <p role="status" className={classes(styles.status, isError && 'danger')}>
        {visible(isLoading ? 'Loading an example' : (result?.text ?? ''))}
        {isLoading && (
          <Button variant="undo" onClick={leave}>
            Cancel
          </Button>
        )}
        {result?.hasReplaced && (
          <Button variant="undo" disabled={isBusy} onClick={undo}>
            Undo
          </Button>
        )}
      </p>
      <ul ref={strip} aria-label="Examples" className={styles.strip}>
        {/* Until they are listed, and if there is one of the task only, one button for the first. */}
        {(list.length === 0 ? [undefined] : list.slice(0, MAX_EXAMPLES)).map((example, index) => (
          <li key={index}>
            <ExampleButton
              example={example}
              index={index}
              disabled={isBusy || isLoading}
              isChosen={isUnchanged && result?.status === 'filled' && choice?.index === index}
              onClick={() => setChoice({ index })}
            />
          </li>
        ))}
      </ul>
    </div>
  );
}

interface ExampleButtonProps {
  /** Undefined until the examples are listed. */
  readonly example: Example | undefined;
  readonly index: number;
  readonly disabled: boolean;
  /** Whether the inputs are those of the example. */
  readonly isChosen: boolean;
  onClick(): void;
}

/** An image or symbol of an example with its title or first words; fills the form. */
function ExampleButton({ example, index, disabled, isChosen, onClick }: ExampleButtonProps) {
  const fields = useSessionState((state) => state.task?.fields) ?? {};
  const inputs = Object.entries(example?.outline ?? {});
  const title = example?.title === undefined ? '' : visibleLine(example.title);
  const words = inputs.map(([, value]) => getWords(value)).find((text) => text !== '') ?? '';
  const [name = `Example ${index + 1}`, text] = [title, words].filter((line) => line !== '');
  // Texts are shown in words.
  const [field] = inputs.find(([key]) => fieldKinds[fields[key]?.kind ?? 'text'].isFile) ?? [];
  const kind = field === undefined ? undefined : fields[field]?.kind;
  const Symbol = kind ? inputIcons[kind] : Lightbulb;
  const file = useLoaded(kind === 'image' && index < MAX_IMAGES ? example : undefined, (each, signal) =>
    each.values(signal),
  ).value?.[field ?? ''];
  // Trying the example reports why the image is not loaded.
  const image = useImage(isFileInput(file) ? file : undefined);
  return (
    <Button
      title={example && [name, text].filter(Boolean).join(': ')}
      className={styles.example}
      aria-current={isChosen || undefined}
      disabled={disabled}
      onClick={onClick}
    >
      {image.status === 'shown' ? (
        <img src={image.url} alt="" className={styles.image} />
      ) : (
        (kind || !example) && (
          <span className={styles.symbol}>
            <Symbol aria-hidden="true" size={18} />
          </span>
        )
      )}
      <span className={styles.words}>
        <span>
          {example && <VisuallyHidden>Try an example: </VisuallyHidden>}
          {example ? name : 'Try an example'}
        </span>{' '}
        {text !== undefined && <span className={styles.text}>{text}</span>}
      </span>
    </Button>
  );
}

function getWords(value: FieldValue | undefined): string {
  const texts: readonly unknown[] = Array.isArray(value) ? value : [value];
  const words = texts.filter((text) => typeof text === 'string').join(', ');
  return visibleLine(words.slice(0, MAX_WORDS)).trim();
}
