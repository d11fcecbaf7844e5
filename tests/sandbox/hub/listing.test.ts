import type { ListingRow } from '@tryout/sandbox';
import { describe, expect, it } from 'vitest';
import { recordingSandbox } from '../../support/recording-sandbox.ts';
import { sandboxFor } from '../support.ts';

const live = { providerId: 'x', status: 'live', task: 'text-classification' } as const;

const rows: ListingRow[] = [
  { id: 'a/small', downloads: 1, likes: 5, pipeline_tag: 'translation', tags: ['fr'], gated: 'auto' },
  { id: 'b/Big-Model', downloads: 9, likes: 1, pipeline_tag: 'translation', tags: ['fr', 'de'] },
  {
    id: 'a/tied',
    downloads: 9,
    likes: 1,
    pipeline_tag: 'translation',
    inferenceProviderMapping: { groq: live },
  },
  {
    id: 'c/other',
    downloads: null,
    pipeline_tag: 'fill-mask',
    inferenceProviderMapping: [
      { provider: 'fal-ai', hfModelId: 'c/other', providerId: 'c', status: 'staging', task: 'fill-mask' },
    ],
  },
];

const { hubUrl: urlOfRows } = await recordingSandbox({ listing: rows });

/** The IDs of the rows, without those of the sandbox's own models. */
async function ids(query: string): Promise<string[]> {
  const response = await fetch(`${urlOfRows}/api/models?${query}`);
  const page = (await response.json()) as { id: string }[] | { error: string };
  if ('error' in page) throw new Error(`${response.status} ${page.error}`);
  return page.map(({ id }) => id).filter((id) => rows.some((row) => row.id === id));
}

describe('filters and order', () => {
  it.each([
    ['pipeline_tag=fill-mask', ['c/other']],
    ['search=big+model', ['b/Big-Model']],
    ['author=a', ['a/small', 'a/tied']],
    ['filter=fr&filter=de', ['b/Big-Model']],
    ['filter=fr,de', ['b/Big-Model']],
    ['gated=true', ['a/small']],
    ['inference=warm', ['a/tied']],
    ['inference_provider=groq,fal-ai', ['a/tied']],
    ['inference_provider=fal-ai', []],
    ['inference_provider=all', ['a/tied']],
    ['sort=downloads', ['b/Big-Model', 'a/tied', 'a/small', 'c/other']],
    ['sort=likes&direction=-1', ['a/small', 'b/Big-Model', 'a/tied', 'c/other']],
    ['sort=downloads&direction=1', ['c/other', 'a/small', 'b/Big-Model', 'a/tied']],
    ['sort=id&direction=1', ['a/small', 'a/tied', 'b/Big-Model', 'c/other']],
    ['', ['a/small', 'b/Big-Model', 'a/tied', 'c/other']],
  ])('%s', async (query, expected) => {
    expect(await ids(query)).toEqual(expected);
  });

  it.each(['sort=beauty', 'limit=0', 'limit=many', 'cursor=nonsense'])('rejects %s', async (query) => {
    await expect(ids(query)).rejects.toThrow(/^400 .*(?:beauty|limit|cursor)/);
  });
});

describe('GET /api/models', () => {
  it('returns every row once over linked pages', async () => {
    const listing = Array.from({ length: 1203 }, (_, index) => ({
      id: `many/m${index}`,
      downloads: index % 7,
    }));
    const { hubUrl } = await sandboxFor({ listing });
    const seen: string[] = [];
    let next: string | undefined =
      `${hubUrl}/api/models?author=many&sort=downloads&limit=500&expand[]=downloads`;
    let pages = 0;
    while (next !== undefined) {
      const response: Response = await fetch(next);
      const page = (await response.json()) as { id: string; _id: string; downloads: number }[];
      seen.push(...page.map((row) => row.id));
      expect(Object.keys(page[0] ?? {}).sort()).toEqual(['_id', 'downloads', 'id']);
      next = /^<([^>]+)>; rel="next"$/.exec(response.headers.get('link') ?? '')?.[1];
      pages += 1;
    }
    expect(pages).toBe(3);
    expect(new Set(seen).size).toBe(1203);
  });

  it('returns at most a thousand rows, including by default', async () => {
    const listing = Array.from({ length: 1203 }, (_, index) => ({ id: `many/m${index}` }));
    const { hubUrl } = await sandboxFor({ listing });
    for (const query of ['author=many', 'author=many&limit=5000']) {
      const page = (await (await fetch(`${hubUrl}/api/models?${query}`)).json()) as unknown[];
      expect(page).toHaveLength(1000);
    }
  });

  it('C14: lists misbehaving models only when searched for', async () => {
    const { hubUrl } = await sandboxFor();
    const namesFor = async (query: string) => {
      const page = (await (await fetch(`${hubUrl}/api/models${query}`)).json()) as { id: string }[];
      return page.map(({ id }) => id);
    };
    expect((await namesFor('')).filter((id) => id.startsWith('trouble/'))).toEqual([]);
    expect(await namesFor('?search=trouble')).toContain('trouble/gated');
  });

  it('rejects an unsupported expand field and an invalid token', async () => {
    const { hubUrl } = await sandboxFor();
    expect((await fetch(`${hubUrl}/api/models?expand=secrets`)).status).toBe(400);
    const response = await fetch(`${hubUrl}/api/models`, { headers: { Authorization: 'Bearer abc' } });
    expect(response.status).toBe(401);
  });
});
