import { describeFailure, visibleLine } from '@tryout/engine';
import styles from './output.module.css';

/** What only someone who asks for help needs to know of a failure: the status, the address, the request. */
export function FailureFacts({ error }: { readonly error: unknown }) {
  const { message, status, url, requestId } = describeFailure(error);
  const facts = [
    ...(status === null ? [] : [`status ${status}`]),
    ...(url === null || message.includes(url) ? [] : [url]),
    ...(requestId === null ? [] : [`request ${requestId}`]),
  ];
  if (facts.length === 0) return null;
  return <p className={styles.facts}>{facts.map(visibleLine).join(' · ')}</p>;
}
