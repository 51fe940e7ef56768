const scheme = 'base64://'

/** A claims mapper as Jsonnet. Empty where there is none, or where it lies at an address. */
export function mapperText(url: string): string {
  if (!url.startsWith(scheme)) return ''
  return Buffer.from(url.slice(scheme.length), 'base64').toString()
}

/** The address that a mapper lies at, where it is no part of the configuration. */
export function mapperAddress(url: string): string {
  return url.startsWith(scheme) ? '' : url
}

/** A typed mapper as the configuration has it. What was not changed stays as it is, to the letter. */
export function mapperUrl(typed: string, before: string): string {
  const text = typed.replaceAll('\r\n', '\n').trim()
  if (text === mapperText(before).replaceAll('\r\n', '\n').trim()) return before
  return text === '' ? '' : scheme + Buffer.from(text).toString('base64')
}
