import {
  count,
  fileFromBlob,
  jsonText,
  viewLine,
  visible,
  visibleLine,
  type BatchLine,
  type NamedBlob,
} from '@tryout/engine';
import { useMemo } from 'react';
import { useLoaded } from '../../lib/hooks.ts';
import { useImage } from '../../lib/images.ts';
import { ResultView } from '../../results/result-view.tsx';
import { useApp, useSessionState } from '../../state/app-context.ts';
import { FailureNote } from '../../ui/failure-note.tsx';
import { Rail } from '../../ui/rail.tsx';
import { SoundPlayer } from '../../ui/sound-player.tsx';
import { callHost } from '../../state/batch/batch-store.ts';
import styles from './batch.module.css';

interface RowDetailsProps {
  readonly id: string;
  readonly row: number;
  /** In the order of the table. */
  readonly models: readonly string[];
  onClose(): void;
}

/** The inputs of a row, and the whole result of each model. */
export default function RowDetails({ id, row, models, onClose }: RowDetailsProps) {
  const app = useApp();
  const { value, error } = useLoaded(`${id} ${row}`, () => callHost(app, (host) => host.row(id, row)));
  const { answers: unordered = [], files = [] } = value ?? {};
  const order = (model: string) => models.indexOf(model);
  const answers = [...unordered].sort((one, other) => order(one.line.model) - order(other.line.model));
  const { input = {}, columns = {} } = answers[0]?.line ?? {};
  const fields = useSessionState(({ task }) => task?.fields);
  const inputs = Object.entries(input).map(([name, cell]) => [fields?.[name]?.label ?? name, cell] as const);
  return (
    <Rail title={`Row ${row}`} onClose={onClose}>
      <div className={styles.details}>
        {error !== undefined && <FailureNote error={error} />}
        {files.map(({ path, blob }) => (
          <MediaFile key={path} blob={blob} name={path} />
        ))}
        <dl>
          {[...inputs, ...Object.entries(columns)].map(([name, cell], index) => (
            <div key={index}>
              <dt>{visibleLine(name)}</dt>
              <dd dir="auto">{asText(cell)}</dd>
            </div>
          ))}
        </dl>
        {answers.map(({ line, media }) => (
          <section key={line.key} aria-label={visibleLine(line.model)}>
            <h3>{visibleLine(line.model)}</h3>
            {line.error && <p className="danger">{visible(line.error.message)}</p>}
            {media && <MediaFile blob={media} name={`Result of ${line.model}`} />}
            {!line.error && !media && <Result line={line} files={files} />}
          </section>
        ))}
      </div>
    </Rail>
  );
}

/** The result as after a single run, for example drawn on the image of the row. */
function Result({ line, files }: { readonly line: BatchLine; readonly files: readonly NamedBlob[] }) {
  const view = useMemo(() => {
    const input = Object.entries(line.input).map(([name, value]) => {
      const file = files.find(({ path }) => path === value);
      return [name, file ? fileFromBlob(file.blob, file.path) : value];
    });
    return viewLine({ ...line, input: Object.fromEntries(input) as BatchLine['input'] });
  }, [line, files]);
  return view ? <ResultView view={view} /> : <pre>{asText(line.value)}</pre>;
}

/** Characters of a cell. */
const MAX_CELL = 20_000;

function asText(value: unknown): string {
  const text = typeof value === 'string' ? value : jsonText(value, 2);
  const more = text.length - MAX_CELL;
  return more > 0 ? `${visible(text.slice(0, MAX_CELL))}… (${count(more)} more characters)` : visible(text);
}

function MediaFile({ blob, name }: { readonly blob: Blob; readonly name: string }) {
  const image = useImage(blob);
  if (image.status === 'shown')
    return <img src={image.url} alt={visibleLine(name)} className={styles.media} onError={image.onError} />;
  return image.status === 'refused' && <SoundPlayer blob={blob} label={visibleLine(name)} />;
}
