import { fieldKinds, type FieldKind, type ResultKind, type Task } from '@tryout/engine';
import {
  AudioLines,
  AudioWaveform,
  Binary,
  ChartBarBig,
  ChartColumn,
  ChevronRight,
  Film,
  Highlighter,
  Image,
  List,
  MessageSquareText,
  Scan,
  Shapes,
  Table2,
  TextAlignStart,
  Type,
  type LucideIcon,
  type LucideProps,
} from 'lucide-react';
import type { CSSProperties } from 'react';
import { classes } from '../lib/classes.ts';
import styles from './task-icon.module.css';

export const inputIcons: Readonly<Record<FieldKind, LucideIcon>> = {
  text: Type,
  image: Image,
  audio: AudioLines,
  json: Table2,
  list: List,
};

const resultIcons: Readonly<Record<ResultKind, LucideIcon>> = {
  text: TextAlignStart,
  labels: ChartBarBig,
  spans: Highlighter,
  answers: MessageSquareText,
  boxes: Scan,
  masks: Shapes,
  cells: Table2,
  numbers: ChartColumn,
  vector: Binary,
  image: Image,
  audio: AudioLines,
  video: Film,
  tracks: AudioWaveform,
};

/** What the task turns into what, as two icons: its most specific input, and its result. */
export function TaskIcon({ task, className }: { readonly task: Task; readonly className?: string }) {
  const kinds = Object.values(task.fields).map(({ kind }) => kind);
  const Input = inputIcons[kinds.find((kind) => fieldKinds[kind].isFile) ?? 'text'];
  const tone = { '--tone': `var(--tone-${task.modality}, var(--ink-soft))` } as CSSProperties;
  return (
    <span aria-hidden="true" className={classes(styles.icon, className)} style={tone}>
      <Input size={18} />
      <ChevronRight size={12} />
      <ResultIcon task={task} size={18} />
    </span>
  );
}

/** The shape of the task's results. */
export function ResultIcon({ task, ...props }: LucideProps & { readonly task: Task }) {
  const Icon = resultIcons[task.result.kind];
  return <Icon aria-hidden="true" {...props} />;
}
