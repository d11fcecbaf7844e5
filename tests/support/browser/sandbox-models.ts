/** Ids of the sandbox's own models that are served, by task: one a task, the most downloaded. */
export async function sandboxModels(hubUrl: string): Promise<ReadonlyMap<string, string>> {
  const query = 'limit=500&sort=downloads&inference_provider=all&expand[]=pipeline_tag';
  const answer = await fetch(`${hubUrl}/api/models?${query}`);
  const rows = (await answer.json()) as { id: string; pipeline_tag: string }[];
  const own = rows.filter(({ id }) => id.startsWith('sandbox/'));
  // The first of a task is to stay.
  return new Map(own.reverse().map(({ id, pipeline_tag }) => [pipeline_tag, id]));
}
