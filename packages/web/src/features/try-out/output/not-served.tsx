import { ANY_PROVIDER, visible, visibleLine, withProvider, type NotServedError } from '@tryout/engine';
import { CloudOff } from 'lucide-react';
import { useState } from 'react';
import { useSession } from '../../../lib/session-context.ts';
import { Button } from '../../../lib/ui/button.tsx';
import { startRun } from '../start-run.ts';
import { useModelField } from './use-model-field.ts';
import type { OutputProps } from './output.tsx';
import styles from './output.module.css';

export interface NotServedProps extends OutputProps {
  readonly error: NotServedError;
}

/** Nobody serves the model as it was asked for: by whom else, which other model, or where else to run it. */
export function NotServed({ error, onEndpoint }: NotServedProps) {
  const session = useSession();
  const [isLooking, setLooking] = useState(false);
  useModelField(isLooking);

  function use(provider: string): void {
    session.setChoices(withProvider(session.getSnapshot().choices, provider));
    startRun(session);
  }

  function listServed(): void {
    session.listModels({ provider: ANY_PROVIDER });
    setLooking(true);
  }

  return (
    <div role="alert" className={styles.unserved}>
      <CloudOff aria-hidden="true" size={32} className={styles.picture} />
      <p className={styles.message}>{visible(error.message)}</p>
      {error.hint !== undefined && <p className={styles.note}>{visible(error.hint)}</p>}
      <div className={styles.ways}>
        {error.providers.map((provider) => (
          <Button key={provider} onClick={() => use(provider)}>
            Run it at {visibleLine(provider)}
          </Button>
        ))}
        {error.providers.length === 0 && <Button onClick={listServed}>Show models that are served</Button>}
        <Button onClick={onEndpoint}>Use an endpoint</Button>
      </div>
    </div>
  );
}
