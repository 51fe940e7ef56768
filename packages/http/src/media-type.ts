// prettier-ignore
const types: Readonly<Record<string, string>> = {
  css:         'text/css; charset=utf-8',
  gif:         'image/gif',
  html:        'text/html; charset=utf-8',
  ico:         'image/x-icon',
  jpg:         'image/jpeg',
  js:          'text/javascript; charset=utf-8',
  json:        'application/json',
  map:         'application/json',
  mjs:         'text/javascript; charset=utf-8',
  png:         'image/png',
  svg:         'image/svg+xml',
  txt:         'text/plain; charset=utf-8',
  webmanifest: 'application/manifest+json',
  webp:        'image/webp',
  woff2:       'font/woff2',
  xml:         'application/xml',
}

/** The media type of a file by its extension; unknown ones are opaque bytes, which no browser runs. */
export function mediaTypeOf(path: string): string {
  return types[/\.([a-z0-9]+)$/i.exec(path)?.[1]?.toLowerCase() ?? ''] ?? 'application/octet-stream'
}

/** Returns whether bytes of this type shrink when compressed. */
export function isCompressible(mediaType: string): boolean {
  return /^text\/|[/+](?:json|xml|javascript)\b|^image\/(?:svg|x-icon)/.test(mediaType)
}
