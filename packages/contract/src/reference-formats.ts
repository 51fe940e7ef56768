import { isReference, isUri } from './reference-uri.ts'

type IsOfFormat = (text: string) => boolean

/**
 * TABLE: the formats that the validator of Ory Kratos holds texts against (`ory/jsonschema` 3.0.8, `formats.go`, and
 * the packages of Go that it asks), exactly: an account from there can be saved again, and an account of ours is
 * accepted there. Each takes time that is linear in the text. `tel` and `regex` need libraries and are not here; a text
 * is of every format that is in no table.
 */
// oxfmt-ignore
export const referenceFormats: Readonly<Record<string, IsOfFormat>> = {
  email:                   isEmail,
  hostname:                isHostname,
  ipv4:                    isIpv4,
  'ip-address':            isIpv4,
  ipv6:                    isIpv6,
  date:                    isDate,
  time:                    isTime,
  'date-time':             (text) => text[10] === 'T' && isDate(text.slice(0, 10)) && isTime(text.slice(11)),
  uri:                     isUri,
  iri:                     isUri,
  'uri-reference':         isReference,
  uriref:                  isReference,
  'iri-reference':         isReference,
  'uri-template':          isTemplate,
  'json-pointer':          isPointer,
  'relative-json-pointer': (text) => /^(?:0|[1-9]\d*)(?:#$|(?=\/|$))/.test(text) && isPointer(text.replace(/^\d+#?/, '')),
}

/**
 * Tells whether Ory Kratos takes a text for a mail address: a host of one label is enough (`admin@localhost`), the part
 * before it may have letters of any script, and in quotes blanks.
 */
export function isEmail(text: string): boolean {
  const at = text.lastIndexOf('@')
  const local = text.slice(0, Math.max(at, 0))
  const host = text.slice(at + 1)
  if (at < 0 || octets(text) > 254 || octets(local) > 64 || host.endsWith('.') || !isHostname(host)) return false
  const plain = local.replace(/^[ \t]+/, '')
  return isDotAtom(plain) || isQuoted(plain)
}

/**
 * Tells whether a text is a dot-atom of RFC 5322 with the letters of RFC 6532: every character beyond ASCII is a
 * letter.
 */
function isDotAtom(text: string): boolean {
  return /^[^\0- "(),:;<>@[\\\]\x7f]+$/.test(text) && !/^\.|\.\.|\.$/.test(text)
}

function isQuoted(text: string): boolean {
  // oxlint-disable-next-line no-control-regex -- these are what is looked for
  return /^"(?:[^\0-\x08\n-\x1f"\\\x7f]|\\[^\0-\x08\n-\x1f\x7f])+"$/.test(text)
}

function isHostname(text: string): boolean {
  const name = text.replace(/\.$/, '')
  if (name.length > 253 || name.startsWith('-')) return false
  return name.split('.').every((label) => label.length <= 63 && /^[a-z\d-]*[a-z\d]$/i.test(label))
}

function isIpv4(text: string): boolean {
  const groups = text.split('.')
  // Go reads signs and leading zeros; more digits than these are no number to it.
  return groups.length === 4 && groups.every((group) => /^(?:\+?0*(?:\d{1,2}|1\d\d|2[0-4]\d|25[0-5])|-0+)$/.test(group))
}

function isIpv6(text: string): boolean {
  return /^[\da-f:.]+$/i.test(text) && text.includes(':') && URL.canParse(`http://[${text}]/`)
}

function isDate(text: string): boolean {
  const [, year, month, day] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(text)?.map(Number) ?? []
  if (year === undefined || month === undefined || day === undefined) return false
  const leaps = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0)
  const days = [31, leaps ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1] ?? 0
  return day >= 1 && day <= days
}

/** Tells whether a text is a time with an offset. Hours may have one digit; Go knows no leap seconds. */
function isTime(text: string): boolean {
  return /^(?:\d|[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:[.,]\d+)?(?:Z|[+-](?:[01]\d|2[0-4]):(?:[0-5]\d|60))$/.test(text)
}

/** Braces of the path come in pairs, none inside another, each pair within one part. */
function isTemplate(text: string): boolean {
  const path = /^[^#?]*/.exec(text)?.[0] ?? ''
  const isOpaque = /^[a-z][a-z\d+.-]*:(?!\/)/i.test(path)
  const parts = path.replace(/^[a-z][a-z\d+.-]*:/i, '').replace(/^\/\/[^/]*/, '')
  return isReference(text) && (isOpaque || /^(?:[^{}/]|\/|\{[^{}/]*\})*$/.test(parts))
}

function isPointer(text: string): boolean {
  return (text === '' || text.startsWith('/')) && !/~(?![~01])/.test(text)
}

function octets(text: string): number {
  return new TextEncoder().encode(text).length
}
