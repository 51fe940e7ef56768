/** The scheme of a mapper that is part of the configuration. */
const mapperScheme = 'base64://'

/** Returns the address of a claims mapper, if that is outside of the configuration. */
export function mapperAddress(url: string): string {
  return url.startsWith(mapperScheme) ? '' : url
}

/** Returns a claims mapper as Jsonnet. Empty if there is none, or if it lies at an address. */
export function mapperText(url: string): string {
  if (!url.startsWith(mapperScheme)) return ''
  return Buffer.from(url.slice(mapperScheme.length), 'base64').toString()
}

/** Returns a typed mapper as the configuration has it. An unchanged one stays as it is, to the letter. */
export function mapperUrl(typed: string, before: string): string {
  const text = typed.replaceAll('\r\n', '\n').trim()
  if (text === mapperText(before).replaceAll('\r\n', '\n').trim()) return before
  return text === '' ? '' : mapperScheme + Buffer.from(text).toString('base64')
}
