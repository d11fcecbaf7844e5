import { readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import type { Exchange } from '../server/exchange.ts';
import { HttpError } from '../server/http-error.ts';
import { sendBytes, sendText } from '../server/respond.ts';
import { identifier } from './identifier.ts';
import type { HubModel } from './hub-model.ts';
import { requireRepository } from './model-info.ts';

const mediaTypes: Readonly<Record<string, string>> = {
  '.flac': 'audio/flac',
  '.jpg': 'image/jpeg',
  '.json': 'application/json',
  '.mp3': 'audio/mpeg',
  '.ogg': 'audio/ogg',
  '.png': 'image/png',
  '.wav': 'audio/wav',
  '.webp': 'image/webp',
};

function readme({ card, row }: HubModel): string {
  const tags = (row.tags ?? []).map((tag) => `- ${JSON.stringify(tag)}`).join('\n');
  return `---\nlicense: mit\npipeline_tag: ${JSON.stringify(row.pipeline_tag ?? '')}\ntags:\n${tags}\n---\n\n${card}`;
}

function hasFile({ row }: HubModel, name: string): boolean {
  const siblings = row['siblings'];
  return (
    Array.isArray(siblings) &&
    siblings.some((file: { rfilename?: unknown } | null) => file?.rfilename === name)
  );
}

/** `GET /{id}/resolve/main/{file}`: the card with its header, or one of the model's example files. */
export async function repositoryFile(exchange: Exchange): Promise<void> {
  const model = requireRepository(exchange);
  const name = exchange.parts['file'] ?? '';
  const headers = { 'X-Repo-Commit': String(model.row['sha'] ?? identifier(model.card, 40)) };
  if (name === 'README.md') {
    sendText(exchange.response, readme(model), 'text/markdown; charset=utf-8', 200, headers);
    return;
  }
  // Only files that the model lists are read: the name never leads out of the folder.
  if (!hasFile(model, name) || model.definition === undefined) {
    throw new HttpError(404, 'Entry not found', {
      'X-Error-Code': 'EntryNotFound',
      'X-Error-Message': 'Entry not found',
    });
  }
  const bytes = await readFile(join(exchange.sandbox.examplesFolder, name));
  const mediaType = mediaTypes[extname(name).toLowerCase()] ?? 'application/octet-stream';
  sendBytes(exchange.response, bytes, mediaType, 200, headers);
}
