import LinkHeader from 'http-link-header';

/**
 * The next page by a `Link` header (RFC 8288): relative and unquoted forms too, resolved against the page that sent
 * it. Undefined when there is none or the header cannot be read.
 */
export function nextPage(header: string | null, pageUrl: string): string | undefined {
  if (!header) return undefined;
  try {
    const [next] = LinkHeader.parse(header).rel('next');
    return next && URL.canParse(next.uri, pageUrl) ? new URL(next.uri, pageUrl).href : undefined;
  } catch {
    return undefined;
  }
}
