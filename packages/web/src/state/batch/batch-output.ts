import {
  createEvaluation,
  jsonText,
  reportCsv,
  reportPage,
  toBase64,
  type BatchLine,
  type Report,
} from '@tryout/engine';
import type { Root } from 'hast';
import { fromHtml } from 'hast-util-from-html';
import { openBatches, readLines } from '../stored/batches.ts';

/** The report as the content of its page, with the style sheet. */
export async function renderReport(id: string, label: string): Promise<{ content: Root; style: string }> {
  const page = fromHtml(reportPage(await createReport(id, label)));
  const find = (nodes: Root['children'], name: string): Root['children'] =>
    nodes.flatMap((node) =>
      node.type !== 'element' ? [] : node.tagName === name ? [node] : find(node.children, name),
    );
  const [main, footer] = [find(page.children, 'main')[0], find(page.children, 'footer')[0]];
  const [style] = find(page.children, 'style').flatMap(
    (node) => (node as { children: Root['children'] }).children,
  );
  const children = [main, footer].flatMap((node) => (node?.type === 'element' ? node.children : []));
  return { content: { type: 'root', children }, style: style?.type === 'text' ? style.value : '' };
}

/** The output as a file. */
export async function createDownload(
  id: string,
  format: 'jsonl' | 'csv' | 'html',
  label: string,
): Promise<Blob> {
  if (format === 'csv') return new Blob([reportCsv(await createReport(id, label))], { type: 'text/csv' });
  if (format === 'html') return new Blob([reportPage(await createReport(id, label))], { type: 'text/html' });
  const lines: BatchLine[] = [];
  for await (const line of readLines(id)) lines.push(line);
  lines.sort((a, b) => a.row - b.row);
  const parts: Blob[] = [];
  for (const line of lines) parts.push(new Blob([`${jsonText(await withData(id, line))}\n`]));
  return new Blob(parts, { type: 'application/jsonl' });
}

/** The file of an image or sound that a model answered with. */
export async function getMedia(id: string, { value }: BatchLine): Promise<Blob | undefined> {
  const { file } = (value ?? {}) as { readonly file?: unknown };
  return typeof file === 'string' ? (await openBatches()).get('media', [id, file]) : undefined;
}

/** A line with its file as data, as `tryout batch` prints it. */
async function withData(id: string, line: BatchLine): Promise<BatchLine> {
  const media = await getMedia(id, line);
  if (!media) return line;
  const data = toBase64(new Uint8Array(await media.arrayBuffer()));
  return { ...line, value: { ...(line.value as object), file: null, data } };
}

async function createReport(id: string, label: string): Promise<Report> {
  const evaluation = createEvaluation({ label: label || undefined });
  for await (const line of readLines(id)) evaluation.add(line);
  return evaluation.finish();
}
