import { HUB_URL, isFailure, loaded, LoadError, splitLink, getSummary, visible } from '@tryout/engine';
import { useContext, lazy, type ComponentType, type ReactNode, Component, Suspense } from 'react';
import { AppContext } from '../state/app-context.ts';
import { Button } from './button.tsx';
import styles from './failure-note.module.css';
import { ExternalLink } from './panel.tsx';

interface FailureNoteProps {
  readonly error: unknown;
  /** For `aria-describedby`. */
  readonly id?: string;
  readonly children?: ReactNode;
}

/** An error with its hint, as an alert. */
export function FailureNote({ error, id, children }: FailureNoteProps) {
  const hint = isFailure(error) ? error.hint : undefined;
  return (
    <div role="alert" id={id} className={styles.note}>
      <p className={styles.message}>{visible(getSummary(error))}</p>
      {hint !== undefined && <Hint text={hint} />}
      {error instanceof LoadError && <ReloadButton />}
      {children}
    </div>
  );
}

/** The next step, with a link to the page that it names. */
export function Hint({ text }: { readonly text: string }) {
  const hubUrl = useContext(AppContext)?.settings.hubUrl ?? HUB_URL;
  const [before, url, after] = splitLink(text, hubUrl);
  return (
    <p>
      {visible(before)}
      {url !== undefined && <ExternalLink href={url}>{visible(url)}</ExternalLink>}
      {visible(after)}
    </p>
  );
}

/** Reloads the page: browsers do not retry modules that failed to load. */
export function ReloadButton() {
  const hasForm = useContext(AppContext)?.session.getSnapshot().task !== undefined;
  return (
    <>
      {hasForm && <p>Your inputs are kept.</p>}
      <Button onClick={() => location.reload()}>Reload the page</Button>
    </>
  );
}

interface ErrorBoundaryProps {
  /** Renders an error, or throws it to the next boundary. */
  show(error: unknown): ReactNode;
  readonly children: ReactNode;
}

interface ErrorBoundaryState {
  readonly error?: unknown;
}

/** Shows an error in place of its children until the user navigates. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, ErrorBoundaryState> {
  override state: ErrorBoundaryState = {};

  static getDerivedStateFromError(error: unknown): ErrorBoundaryState {
    return { error };
  }

  override componentDidMount(): void {
    addEventListener('hashchange', this.#reset);
  }

  override componentWillUnmount(): void {
    removeEventListener('hashchange', this.#reset);
  }

  readonly #reset = () => {
    if (this.state.error !== undefined) this.setState({ error: undefined });
  };

  override render(): ReactNode {
    const { error } = this.state;
    return error === undefined ? this.props.children : this.props.show(error);
  }
}

interface LoadBoundaryProps {
  readonly fallback?: ReactNode;
  readonly children: ReactNode;
}

/** Suspense for lazy components; shows an error in place if one fails to load. */
function LoadBoundary({ fallback, children }: LoadBoundaryProps) {
  return (
    <ErrorBoundary show={showLoadError}>
      <Suspense fallback={fallback}>{children}</Suspense>
    </ErrorBoundary>
  );
}

function showLoadError(error: unknown): ReactNode {
  if (error instanceof LoadError) return <FailureNote error={error} />;
  throw error;
}

/**
 * A component whose code is loaded when it is rendered first; an error of that is shown in place.
 * @param renderFallback what is shown meanwhile; nothing by default
 */
export function loadOnUse<Props extends object>(
  load: () => Promise<{ readonly default: ComponentType<Props> }>,
  renderFallback?: (props: Props) => ReactNode,
): ComponentType<Props> {
  const Part = lazy(() => loaded(load));
  return function LoadedOnUse(props) {
    return (
      <LoadBoundary fallback={renderFallback?.(props)}>
        <Part {...props} />
      </LoadBoundary>
    );
  };
}
