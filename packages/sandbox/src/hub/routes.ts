import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { splitSentences } from '../models/text/words.ts';
import { avatarRoute } from '../testing/oauth-pages.ts';
import {
  createIdentifier,
  type Exchange,
  type Handler,
  type HubModel,
  type Route,
} from '../exchange/exchange.ts';
import {
  createNotFoundError,
  escapeHtml,
  requireToken,
  sendBytes,
  sendJson,
  sendText,
  renderPage,
} from '../exchange/http.ts';
import { expandRow, listPage } from './listing.ts';

/** @throws {HttpError} 404 */
function requireModel({ sandbox, parts }: Exchange): HubModel {
  const model = sandbox.registry.find(parts.model ?? '');
  if (model) return model;
  throw createNotFoundError('RepoNotFound', 'Repository not found');
}

/** `GET /api/models`: a page of the listing, with the URL of the next one in `Link` (RFC 8288). */
function listModels({ url, response, sandbox }: Exchange): void {
  const all = sandbox.registry.models.map((model) => model.row);
  const { rows, cursor } = listPage(all, url.searchParams);
  const body = rows.map((row) =>
    expandRow({ _id: createIdentifier(row.id), ...row }, url.searchParams, 'list'),
  );
  if (cursor === undefined) return sendJson(response, body);
  const next = new URL(url.pathname + url.search, sandbox.hubUrl);
  next.searchParams.set('cursor', cursor);
  sendJson(response, body, 200, { Link: `<${next.href}>; rel="next"` });
}

/** `GET /api/models/{id}` */
function sendModelInfo(exchange: Exchange): void {
  const { row } = requireModel(exchange);
  const body = expandRow({ _id: createIdentifier(row.id), ...row }, exchange.url.searchParams, 'info');
  sendJson(exchange.response, body);
}

/** The first sentence of a card, without its title and without Markdown. */
function getFirstSentence(card: string): string {
  const plain = card
    .replaceAll(/^#.*$/gm, '')
    .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replaceAll(/[*`]/g, '');
  return splitSentences(plain)[0]?.text ?? '';
}

/** `GET /api/tasks`: the Hub's task catalog, which recommends the models of the sandbox. */
async function listTasks({ response, sandbox }: Exchange): Promise<void> {
  const { TASKS_DATA } = await import('@huggingface/tasks');
  const entries = Object.entries(TASKS_DATA).map(([id, task]) => {
    const models = sandbox.registry
      .listModels(id)
      .map((model) => ({ id: model.id, description: getFirstSentence(model.card) }));
    return [id, task && { ...task, models, widgetModels: models.slice(0, 1).map((model) => model.id) }];
  });
  sendJson(response, Object.fromEntries(entries));
}

/** `GET /api/whoami-v2`: the guest; all tokens are the guest's. */
function sendAccount({ request, response, sandbox }: Exchange): void {
  requireToken(request);
  const account = (name: string, fullname: string) => ({
    id: createIdentifier(name),
    name,
    fullname,
    periodEnd: null,
    avatarUrl: sandbox.hubUrl + avatarRoute,
  });
  sendJson(response, {
    type: 'user',
    ...account('guest', 'Guest'),
    email: 'guest@localhost',
    emailVerified: false,
    canPay: false,
    isPro: false,
    orgs: [
      {
        type: 'org',
        ...account('sandbox', 'Sandbox'),
        email: null,
        canPay: true,
        isEnterprise: false,
        roleInOrg: 'write',
      },
    ],
    auth: {
      type: 'access_token',
      accessToken: { displayName: 'sandbox', role: 'read', createdAt: sandbox.startedAt },
    },
  });
}

/** Sends a page that loads nothing; `content` is escaped HTML. */
function sendPage({ response }: Exchange, title: string, content: string): void {
  const policy = "default-src 'none'; frame-ancestors 'none'";
  const headers = { 'Content-Security-Policy': policy };
  sendText(response, renderPage(title, content), 'text/html; charset=utf-8', 200, headers);
}

/** `GET /`: links to the models. */
function sendHomePage(exchange: Exchange): void {
  const { hubUrl, inferenceUrl, registry } = exchange.sandbox;
  const links = registry.models
    .filter(({ definition, misbehavior }) => definition ?? misbehavior)
    .map(({ id, row }) => {
      const path = escapeHtml(encodeURI(id));
      return `<li><a href="/${path}">${escapeHtml(id)}</a> ${escapeHtml(row.pipeline_tag ?? '')}</li>`;
    });
  const introduction = `<p>An embedded hub on this machine. Any token that starts with hf_ is valid.</p>
<p>Hub: ${escapeHtml(hubUrl)} Inference: ${escapeHtml(inferenceUrl)}</p>`;
  sendPage(exchange, 'Tryout sandbox', `${introduction}\n<ul>\n${links.join('\n')}\n</ul>`);
}

/** `GET /{id}`: the model card, as text. */
function sendCardPage(exchange: Exchange): void {
  const { id, card, row, providers } = requireModel(exchange);
  const names = providers.map(({ provider, status }) => `${provider} (${status})`).join(', ');
  const summary = `Task: ${row.pipeline_tag ?? 'none'}. Providers: ${names || 'none'}.`;
  sendPage(exchange, id, `<p>${escapeHtml(summary)}</p>\n<pre>${escapeHtml(card)}</pre>`);
}

const mediaTypes: Readonly<Record<string, string>> = {
  '.flac': 'audio/flac',
  '.jpg': 'image/jpeg',
  '.png': 'image/png',
  '.wav': 'audio/wav',
};

/** `GET /{id}/resolve/main/{file}`: the card with its metadata, or an example file of the model. */
async function sendRepositoryFile(exchange: Exchange): Promise<void> {
  const { row, card, definition } = requireModel(exchange);
  const name = exchange.parts.file ?? '';
  const isCard = name === 'README.md';
  // Only files listed by the model are read, so the name cannot lead out of the folder.
  if (!isCard && !definition?.examples.some(({ src }) => src === name)) {
    throw createNotFoundError('EntryNotFound', 'Entry not found');
  }
  const readme = `---\nlicense: mit\npipeline_tag: ${JSON.stringify(row.pipeline_tag ?? '')}\n---\n\n${card}`;
  const bytes = isCard ? Buffer.from(readme) : await readFile(join(exchange.sandbox.examplesFolder, name));
  const mediaType = isCard ? 'text/markdown; charset=utf-8' : mediaTypes[extname(name)];
  sendBytes(exchange.response, bytes, mediaType ?? 'application/octet-stream', 200, {
    'X-Repo-Commit': String(row.sha ?? createIdentifier(card, 40)),
    ETag: `"${createHash('sha1').update(bytes).digest('hex')}"`,
  });
}

/** A route of the Hub's API; a token is optional but must be valid. */
function createApiRoute(path: string, handler: Handler): Route {
  return {
    method: 'GET',
    path: new RegExp(`^/api/${path}$`),
    handler(exchange) {
      if (exchange.request.headers.authorization !== undefined) requireToken(exchange.request);
      return handler(exchange);
    },
  };
}

const model = '(?<model>[^/]+/[^/]+)';

export const hubRoutes: readonly Route[] = [
  createApiRoute('models', listModels),
  createApiRoute(`models/${model}/revision/[^/]+`, sendModelInfo),
  createApiRoute('models/(?<model>[^/]+(?:/[^/]+)?)', sendModelInfo),
  createApiRoute('tasks', listTasks),
  createApiRoute('whoami-v2', sendAccount),
  { method: 'GET', path: /^\/$/, handler: sendHomePage },
];

/** Pages and files of the models. Any two path segments match, so these routes come last. */
export const repositoryRoutes: readonly Route[] = [
  { method: 'GET', path: new RegExp(`^/${model}/resolve/main/(?<file>[^/]+)$`), handler: sendRepositoryFile },
  { method: 'GET', path: new RegExp(`^/(?!inference/|files/|api/)${model}$`), handler: sendCardPage },
];
