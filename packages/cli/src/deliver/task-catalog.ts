import {
  catalogSections,
  demoView,
  taskSignature,
  visible,
  visibleLine,
  type CatalogItem,
  type DemoItem,
  type Task,
  type TaskCatalog,
} from '@tryout/engine';
import { markdownLines } from '../screen/markdown.ts';
import { styleFor, wrap, type Terminal } from '../screen/index.ts';
import { getRenderer } from './render-result.ts';
import { getColumns, PRINTED } from './renderer.ts';

/** Lines about a task; those of an item start with its name. */
interface CatalogBlock {
  readonly lines: readonly string[];
  readonly item?: CatalogItem;
}

const INDENT = '  ';

/** What the catalog says about a task, with its demo and its links, as blocks of lines. */
export function catalogBlocks(task: Task, catalog: TaskCatalog, terminal: Terminal): CatalogBlock[] {
  const { bold, dim } = styleFor(terminal);
  const columns = getColumns(terminal);
  const { inputs, output } = taskSignature(task);
  const prose = (text: string, indent = '') =>
    markdownLines(terminal)
      .lines(text, columns - indent.length)
      .map((line) => indent + line);
  const demo = (title: string, items: readonly DemoItem[]) => [
    '',
    bold(title),
    ...items.flatMap((item) => demoLines(item, { ...terminal, columns: columns - INDENT.length })),
  ];
  return [
    {
      lines: [
        `${bold(task.label)} ${dim(`(${[task.id, ...task.aliases].join(', ')})`)}`,
        `Input: ${inputs.join(', ')}. Output: ${output}.`,
        '',
        catalog.summary,
      ].flatMap((text) => wrap(text, columns).split('\n')),
    },
    { lines: demo('Demo: input', catalog.demo.inputs) },
    { lines: demo('Demo: output', catalog.demo.outputs) },
    ...catalogSections(catalog).flatMap(({ title, items }) => [
      { lines: ['', bold(title)] },
      ...items.map((item) => ({
        item,
        lines: [
          INDENT + visibleLine(item.label ?? item.id),
          ...(item.description ? prose(item.description, INDENT + INDENT) : []),
          ...(item.url === undefined ? [] : [INDENT + INDENT + dim(item.url)]),
        ],
      })),
    ]),
  ];
}

/** An input or output as its result is drawn; of a file its name. */
function demoLines(item: DemoItem, terminal: Terminal): string[] {
  const view = demoView(item);
  const label = 'label' in item && item.label !== '' ? `${visible(item.label)}: ` : '';
  const text =
    'filename' in item ? item.filename : 'content' in item ? label + visible(item.content) : undefined;
  const body =
    text === undefined && view
      ? getRenderer(view).draw(view, terminal, { paths: [], limits: PRINTED })
      : wrap(text ?? '', terminal.columns);
  return body
    .trimEnd()
    .split('\n')
    .map((line) => INDENT + line);
}
