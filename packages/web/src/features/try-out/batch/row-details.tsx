import { jsonText, visible, visibleLine, type TaskId } from '@tryout/engine';
import { useLoaded } from '../../../lib/hooks.ts';
import { useImage } from '../../../lib/images.ts';
import { useApp } from '../../../state/app-context.ts';
import { FailureNote } from '../../../ui/failure-note.tsx';
import { Rail } from '../../../ui/rail.tsx';
import { SoundPlayer } from '../../../ui/sound-player.tsx';
import { callHost } from './batch-store.ts';
import styles from './batch.module.css';

interface RowDetailsProps {
  readonly id: string;
  readonly task: TaskId;
  readonly row: number;
  onClose(): void;
}

/** The inputs of a row, and the whole answer of each model. */
export default function RowDetails({ id, row, onClose }: RowDetailsProps) {
  const app = useApp();
  const { value: lines, error } = useLoaded(`${id} ${row}`, () => callHost(app, (host) => host.row(id, row)));
  const [first] = lines ?? [];
  return (
    <Rail title={`Row ${row}`} onClose={onClose}>
      <div className={styles.details}>
        {error !== undefined && <FailureNote error={error} />}
        {first && (
          <dl>
            {Object.entries({ ...first.line.input, ...first.line.columns }).map(([name, value]) => (
              <div key={name}>
                <dt>{visibleLine(name)}</dt>
                <dd dir="auto">{asText(value)}</dd>
              </div>
            ))}
          </dl>
        )}
        {lines?.map(({ line, media }) => (
          <section key={line.key} aria-label={visibleLine(line.model)}>
            <h3>{visibleLine(line.model)}</h3>
            {line.error ? (
              <p className={styles.failure}>{visible(line.error.message)}</p>
            ) : media ? (
              <Media blob={media} name={line.model} />
            ) : (
              <pre dir="auto">{asText(line.value)}</pre>
            )}
          </section>
        ))}
      </div>
    </Rail>
  );
}

function asText(value: unknown): string {
  return visible(typeof value === 'string' ? value : jsonText(value, 2));
}

function Media({ blob, name }: { readonly blob: Blob; readonly name: string }) {
  const image = useImage(blob.type.startsWith('image/') ? blob : undefined);
  if (blob.type.startsWith('audio/')) return <SoundPlayer blob={blob} label={name} />;
  return (
    image.status === 'shown' && <img src={image.url} alt={`Result of ${name}`} onError={image.onError} />
  );
}
