import {
  isFileInput,
  visibleLine,
  type Example,
  type FieldKind,
  type FieldValue,
  type FileInput,
} from '@tryout/engine';
import { Image, Lightbulb } from 'lucide-react';
import { useSessionState } from '../../../lib/app-context.ts';
import { usePicture } from '../../../lib/pictures.ts';
import { Button } from '../../../lib/ui/button.tsx';
import { VisuallyHidden } from '../../../lib/ui/panel.tsx';
import { inputIcons } from '../../../lib/ui/task-icon.tsx';
import { useLoaded } from '../../../lib/use-loaded.ts';
import styles from './examples.module.css';

/** Kinds of inputs that have words to show instead of a symbol. */
const wordKinds: readonly FieldKind[] = ['text', 'list'];

/** More pictures are not downloaded before they are used. */
const MAX_PICTURES = 6;

interface ExampleButtonProps {
  /** Undefined until the examples are listed. */
  readonly example: Example | undefined;
  /** Counted from 0. */
  readonly index: number;
  readonly disabled: boolean;
  onPress(button: HTMLButtonElement): void;
}

/** A picture, symbol or the first words of an example, which fills the form. */
export function ExampleButton({ example, index, disabled, onPress }: ExampleButtonProps) {
  const task = useSessionState((state) => state.task);
  const inputs = Object.entries(task?.fields ?? {}).flatMap(([name, { kind }]) => {
    const value = example?.outline[name];
    return value === undefined ? [] : [{ name, kind, value }];
  });
  const shown = inputs.find(({ kind }) => !wordKinds.includes(kind)) ?? inputs[0];
  const Symbol = shown ? inputIcons[shown.kind] : Lightbulb;
  const words = inputs.map(({ value }) => wordsOf(value)).find((text) => text !== '');
  const title = example?.title === undefined ? undefined : visibleLine(example.title);
  const lines = example ? [title, words].filter((line) => line !== undefined) : ['Try an example'];
  const [first = shown && isFileInput(shown.value) ? undefined : `Example ${index + 1}`, second] = lines;
  const name = first ?? (shown && fileName(shown.value)) ?? `${index + 1}`;
  return (
    <Button
      title={example && [name, second].filter(Boolean).join(': ')}
      className={styles.example}
      disabled={disabled}
      onClick={({ currentTarget }) => onPress(currentTarget as HTMLButtonElement)}
    >
      {example && <VisuallyHidden>Try an example: {first === undefined && name}</VisuallyHidden>}
      {example && shown?.kind === 'image' && index < MAX_PICTURES ? (
        <Thumbnail example={example} field={shown.name} />
      ) : (
        second === undefined &&
        !(shown && wordKinds.includes(shown.kind)) && (
          <span className={styles.symbol}>
            <Symbol aria-hidden="true" size={18} />
          </span>
        )
      )}
      {first !== undefined && (
        <span className={styles.words}>
          <span>{first}</span> {second !== undefined && <span className={styles.text}>{second}</span>}
        </span>
      )}
    </Button>
  );
}

interface ThumbnailProps {
  readonly example: Example;
  readonly field: string;
}

/** The picture of an example; a symbol until it is loaded. Trying the example reports why it failed. */
function Thumbnail({ example, field }: ThumbnailProps) {
  const { value: values } = useLoaded(example, (each, signal) => each.values(signal));
  const file = values?.[field];
  const picture = usePicture(isFileInput(file) ? file : undefined);
  if (picture.status === 'shown') return <img src={picture.url} alt="" className={styles.picture} />;
  return (
    <span className={styles.symbol}>
      <Image aria-hidden="true" size={18} />
    </span>
  );
}

/** Characters; the strip shows fewer. */
const MAX_WORDS = 80;

/** The beginning of a string; empty for other values. */
function wordsOf(value: FieldValue): string {
  const texts: readonly unknown[] = Array.isArray(value) ? value : [value];
  const words = texts.filter((text) => typeof text === 'string').join(', ');
  return visibleLine(words.slice(0, MAX_WORDS)).trim();
}

function fileName(value: FieldValue): string | undefined {
  return isFileInput(value) ? visibleLine((value as FileInput).name) : undefined;
}
