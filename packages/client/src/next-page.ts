import LinkHeader from 'http-link-header'

/** The token of the page after an answer's, from its `Link` header (RFC 8288); nothing on the last page. */
export function nextPageToken(headers: Headers): string | undefined {
  return pageToken(headers, 'next')
}

/** Returns the token of the page before an answer's; undefined on the first page, and if the service cannot go back. */
export function previousPageToken(headers: Headers): string | undefined {
  return pageToken(headers, 'prev')
}

function pageToken(headers: Headers, rel: 'next' | 'prev'): string | undefined {
  const header = headers.get('link')
  const [link] = header === null ? [] : LinkHeader.parse(header).rel(rel)
  const query = link && new URL(link.uri, 'http://service.invalid').searchParams
  return query?.get('page_token') ?? undefined
}
