import { isFileInput, visibleLine, type Example, type FieldValue } from '@tryout/engine';
import { Lightbulb } from 'lucide-react';
import { useSessionState } from '../../../lib/app-context.ts';
import { usePicture } from '../../../lib/pictures.ts';
import { Button } from '../../../lib/ui/button.tsx';
import { VisuallyHidden } from '../../../lib/ui/panel.tsx';
import { inputIcons } from '../../../lib/ui/task-icon.tsx';
import { useLoaded } from '../../../lib/use-loaded.ts';
import styles from './examples.module.css';

/** More pictures are not downloaded before they are used. */
const MAX_PICTURES = 6;

/** Characters; the strip shows fewer. */
const MAX_WORDS = 80;

interface ExampleButtonProps {
  /** Undefined until the examples are listed. */
  readonly example: Example | undefined;
  /** Counted from 0. */
  readonly index: number;
  readonly disabled: boolean;
  onClick(): void;
}

/** A picture or symbol of an example with its title or first words; fills the form. */
export function ExampleButton({ example, index, disabled, onClick }: ExampleButtonProps) {
  const fields = useSessionState((state) => state.task?.fields) ?? {};
  const inputs = Object.entries(example?.outline ?? {});
  const title = example?.title === undefined ? '' : visibleLine(example.title);
  const words = inputs.map(([, value]) => wordsOf(value)).find((text) => text !== '') ?? '';
  const [name = `Example ${index + 1}`, text] = [title, words].filter((line) => line !== '');
  // Texts are shown in words.
  const [field] = inputs.find(([key]) => !['text', 'list'].includes(fields[key]?.kind ?? 'text')) ?? [];
  const kind = field === undefined ? undefined : fields[field]?.kind;
  const Symbol = kind ? inputIcons[kind] : Lightbulb;
  const file = useLoaded(kind === 'image' && index < MAX_PICTURES ? example : undefined, (each, signal) =>
    each.values(signal),
  ).value?.[field ?? ''];
  // Trying the example reports why the picture is not loaded.
  const picture = usePicture(isFileInput(file) ? file : undefined);
  return (
    <Button
      title={example && [name, text].filter(Boolean).join(': ')}
      className={styles.example}
      disabled={disabled}
      onClick={onClick}
    >
      {picture.status === 'shown' ? (
        <img src={picture.url} alt="" className={styles.picture} />
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

/** The beginning of a string; empty for other values. */
function wordsOf(value: FieldValue | undefined): string {
  const texts: readonly unknown[] = Array.isArray(value) ? value : [value];
  const words = texts.filter((text) => typeof text === 'string').join(', ');
  return visibleLine(words.slice(0, MAX_WORDS)).trim();
}
