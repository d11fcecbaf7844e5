import {
  catalogSections,
  demoView,
  loadTaskCatalog,
  visibleLine,
  type CatalogItem,
  type DemoItem,
  type Task,
} from '@tryout/engine';
import { ExternalLink as NewTab } from 'lucide-react';
import type { ComponentProps } from 'react';
import { Link } from 'react-router-dom';
import { useSession } from '../../state/app-context.ts';
import { toPath } from '../../state/routes.ts';
import { FailureNote } from '../../ui/failure-note.tsx';
import { ExternalLink, VisuallyHidden } from '../../ui/panel.tsx';
import { Rail } from '../../ui/rail.tsx';
import { useLoaded } from '../../lib/hooks.ts';
import { CellsTable } from '../../results/cells.tsx';
import { ResultView } from '../../results/result-view.tsx';
import Markdown from '../../results/text/markdown.tsx';
import styles from './about.module.css';

/** What a task is for, its demo, models to try, and links, in a dialog at the side. */
export default function AboutTask({ task, onClose }: { readonly task: Task; onClose(): void }) {
  const session = useSession();
  const { value: catalog, error } = useLoaded(task, (each, signal) =>
    loadTaskCatalog(session.connection(), each, signal),
  );
  return (
    <Rail title={`About ${task.label}`} onClose={onClose}>
      {error !== undefined && <FailureNote error={error} />}
      {catalog && (
        <div className={styles.about}>
          <Markdown text={catalog.summary} />
          <Demo title="Demo input" items={catalog.demo.inputs} />
          <Demo title="Demo output" items={catalog.demo.outputs} />
          {catalogSections(catalog).map(({ title, items }) => (
            <section key={title}>
              <h3>{title}</h3>
              <ul className={items.some(({ description }) => description) ? styles.list : styles.row}>
                {items.map((item) => (
                  <Item key={item.id} item={item} task={items === catalog.models ? task : undefined} />
                ))}
              </ul>
            </section>
          ))}
        </div>
      )}
    </Rail>
  );
}

function Demo({ title, items }: { readonly title: string; readonly items: readonly DemoItem[] }) {
  return (
    <section>
      <h3>{title}</h3>
      <div className={styles.demo}>
        {items.map((item, index) => {
          const view = demoView(item);
          return (
            <div key={index}>
              {'label' in item && item.label !== '' && <p className={styles.label}>{item.label}</p>}
              {'filename' in item && <PageLink href={item.url}>{item.filename}</PageLink>}
              {view && (view.kind === 'cells' ? <CellsTable view={view} /> : <ResultView view={view} />)}
            </div>
          );
        })}
      </div>
    </section>
  );
}

interface ItemProps {
  readonly item: CatalogItem;
  /** The task to try it for, if it is a model. */
  readonly task: Task | undefined;
}

function Item({ item: { id, label = id, description, url }, task }: ItemProps) {
  const name = visibleLine(label);
  return (
    <li>
      {task && <Link to={toPath({ task: task.id, model: id })}>{name}</Link>}
      {url === undefined && name}
      {url !== undefined && (
        <PageLink href={url}>{task ? <VisuallyHidden>{name} on the Hub</VisuallyHidden> : name}</PageLink>
      )}
      {description && <Markdown text={description} />}
    </li>
  );
}

function PageLink({ children, ...props }: ComponentProps<'a'>) {
  return (
    <ExternalLink className={styles.page} title="Opens in a new tab" {...props}>
      {children}
      <NewTab aria-hidden="true" size={14} />
    </ExternalLink>
  );
}
