import type { FieldKind, ResultKind, Task } from '@tryout/engine';
import {
  AudioLines,
  AudioWaveform,
  Binary,
  ChartColumn,
  ChevronRight,
  Hash,
  Highlighter,
  Image,
  List,
  ListFilter,
  MessageSquareText,
  ScanSearch,
  Shapes,
  Table2,
  Tags,
  ToggleLeft,
  Type,
  type LucideIcon,
} from 'lucide-react';
import { classes } from '../../lib/classes.ts';
import styles from './task-icon.module.css';

const inputIcons: Readonly<Record<FieldKind, LucideIcon>> = {
  text: Type,
  image: Image,
  audio: AudioLines,
  json: Table2,
  list: List,
  choice: ListFilter,
  number: Hash,
  boolean: ToggleLeft,
};

const resultIcons: Readonly<Record<ResultKind, LucideIcon>> = {
  text: Type,
  labels: Tags,
  spans: Highlighter,
  answers: MessageSquareText,
  boxes: ScanSearch,
  masks: Shapes,
  cells: Table2,
  numbers: ChartColumn,
  vector: Binary,
  image: Image,
  audio: AudioLines,
  tracks: AudioWaveform,
};

/** What the task turns into what, as two icons: its most specific input, and its result. */
export function TaskIcon({ task, className }: { readonly task: Task; readonly className?: string }) {
  const kinds = Object.values(task.fields).map(({ kind }) => kind);
  const Input = inputIcons[kinds.find((kind) => kind !== 'text' && kind !== 'list') ?? 'text'];
  const Result = resultIcons[task.result.kind];
  return (
    <span aria-hidden="true" className={classes(styles.icon, styles[task.modality], className)}>
      <Input size={18} />
      <ChevronRight size={12} />
      <Result size={18} />
    </span>
  );
}
