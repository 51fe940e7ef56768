/** The patterns of the placeholders in braces in a recording. A number distinguishes several of a kind. */
const patterns = {
  id: '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}',
  time: '\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d(?:\\.\\d{1,9})?Z',
  csrf: '[A-Za-z0-9+/]{86}==',
  sessionToken: 'ory_st_[A-Za-z0-9]{32}',
  logoutToken: 'ory_lo_[A-Za-z0-9]{32}',
  /** Of a native flow that is finished in a browser. */
  exchangeCode: '[A-Za-z0-9]{64}',
  returnCode: '[A-Za-z0-9]{64}',
  jwt: '[\\w-]+\\.[\\w-]+\\.[\\w-]+',
  integrity: 'sha512-[A-Za-z0-9+/]{86}==',
  image: 'data:image/png;base64,[A-Za-z0-9+/=]+',
  challenge: '[A-Za-z0-9_-]{43}',
  /** How a person is called on a device. */
  userHandle: '[A-Za-z0-9_-]{22,86}',
  keyId: '[A-Za-z0-9_-]{43}',
  keyHex: '[0-9a-f]{64}',
  /** Of a list whose order or content is each service's own. */
  pageToken: '[\\w=+/%-]+',
  state: '[A-Za-z0-9_%=-]{20,}',
  code: '\\d{6}',
  linkToken: '[A-Za-z0-9_-]{32}',
  number: '\\d+',
  /** Whether a mail is out yet is a matter of moments. */
  sending: 'pending|sent',
  totpSecret: '[A-Z2-7]{32}',
  // These occur in requests alone.
  totp: '\\d{6}',
  backupCode: '[a-z0-9]{8}',
  createdKey: '\\{.*\\}',
  signature: '\\{.*\\}',
  callback: '.*',
  sessionCookie: '.*',
} as const

export type PlaceholderKind = keyof typeof patterns

/** Kinds that are another value each time they appear, so nothing is learned from one. */
const fleeting = new Set<string>([
  'time',
  'csrf',
  'challenge',
  'state',
  'jwt',
  'integrity',
  'image',
  'pageToken',
  'number',
  'sending',
  'createdKey',
  'signature',
  'callback',
  'sessionCookie',
])

export const placeholder = new RegExp(`\\{(${Object.keys(patterns).join('|')})(\\d*)\\}`, 'g')

/** One difference of an answer from the recorded one. */
export interface Fault {
  /** `.body.ui.nodes[1]`. */
  readonly at: string
  readonly text: string
}

/** The values of placeholders in one run, by their names. */
export type Bindings = Map<string, string>

/** Compares a text with the recorded one, and learns the values of placeholders from it. */
export function faultsOfText(recorded: string, actual: string, bindings: Bindings, at: string): readonly Fault[] {
  // Texts, kinds and numbers in turn.
  const parts = recorded.split(placeholder)
  const names = parts.flatMap((part, index) => (index % 3 === 1 ? [part + (parts[index + 1] ?? '')] : []))
  const source = parts.map((part, index) => [escaped, patternOf, nothing][index % 3]?.(part) ?? '').join('')
  const found = new RegExp(`^${source}$`, 's').exec(actual)
  if (found === null) return [{ at, text: `should be ${recorded}, is ${actual}` }]
  return names.flatMap((name, index) => bind(name, found[index + 1] ?? '', bindings).map((text) => ({ at, text })))
}

function bind(name: string, value: string, bindings: Bindings): readonly string[] {
  if (fleeting.has(name)) return []
  const known = bindings.get(name)
  if (known === value) return []
  if (known !== undefined) return [`${name} was ${known}, is ${value}`]
  const kind = name.replace(/\d+$/, '')
  const other = [...bindings].find(([one, held]) => held === value && one.replace(/\d+$/, '') === kind)
  if (other !== undefined) return [`${name} is the same as ${other[0]}, which it should not be`]
  bindings.set(name, value)
  return []
}

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
}

function nothing(): string {
  return ''
}

function patternOf(kind: string): string {
  const found = Object.entries(patterns).find(([name]) => name === kind)
  if (found === undefined) throw new Error(`a recording names {${kind}}, which is not in placeholders.ts`)
  return `(${found[1]})`
}
