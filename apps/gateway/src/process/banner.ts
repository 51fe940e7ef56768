import { isLoopbackHost, type Config } from '@gatehouse/config/config'
import type { FirstKey } from '@gatehouse/control-plane/service'
import { dataRows, type AccountsLocation } from '../data/locations.ts'
import type { SeededPerson } from './seed.ts'
import { productVersion } from './product-version.ts'
import type { StartNote } from './start-note.ts'

/** The result of a start, beside its configuration. */
export interface Started {
  readonly seeded: readonly SeededPerson[]
  readonly hasDevtools: boolean
  /** Features that do not work yet or were omitted. */
  readonly notes: readonly StartNote[]
  /** The control plane's first key; absent when this was not the first start. */
  readonly firstKey: FirstKey | undefined
  /** The first operator's link to the console, or the file that holds it. */
  readonly setUpLink: string | undefined
  /** The locations of accounts; empty with a remote identity service. */
  readonly locations: readonly AccountsLocation[]
}

/** Returns the lines that the terminal shows once everything runs. */
export function banner(config: Config, started: Started): string {
  const { seeded, hasDevtools, notes, firstKey, setUpLink, locations } = started
  const { identity } = config
  const rows: readonly (readonly [string, string])[] = [
    ['Pages', `${config.publicUrl.origin}/`],
    ...(hasDevtools ? ([['Inbox', `${config.publicUrl.origin}/dev/inbox`]] as const) : []),
    identity.kind === 'embedded'
      ? ['Admin API', config.adminUrl.origin]
      : ['Identity service', identity.publicUrl.origin],
    ...(identity.kind === 'embedded' || config.remoteConsole ? ([['Console', config.consoleUrl.origin]] as const) : []),
    ...(config.otherControlPlane === undefined
      ? []
      : ([['  beside it', config.otherControlPlane.url.origin]] as const)),
    ...(setUpLink === undefined ? [] : ([['First operator', setUpLink]] as const)),
    ...(firstKey === undefined ? [] : ([['Key for it', keyWithEnd(firstKey)]] as const)),
    ['Version', productVersion],
    ['Listens on', listensOn(config)],
    ...(identity.kind === 'embedded' ? dataRows(config, locations) : []),
    ...seeded.map(({ email, password }) => ['Sign in as', `${email}  password ${password}`] as const),
  ]
  const lines = linesOf(rows)
  const mode = config.dev ? ' in development mode' : ''
  const faults = notes.filter(({ kind }) => kind === 'fault')
  const state = faults.length === 0 ? `is ready${mode}.` : `has started${mode}, but is not ready:`
  const reported = notes.map(({ kind, text }) => `  ${kind === 'fault' ? '!' : '-'} ${text}`)
  return [`${config.brandName} ${state}`, ...reported, ...lines].join('\n')
}

function linesOf(rows: readonly (readonly [string, string])[]): readonly string[] {
  return rows.map(([name, value]) => `  ${name.padEnd(17)} ${value}`)
}

// The key's end is shown because programs that use it fail from then on.
function keyWithEnd({ file, expiresAt }: FirstKey): string {
  return `${file} (expires on ${new Date(expiresAt).toISOString().slice(0, 10)})`
}

function listensOn({ listen: { host, port } }: Config): string {
  const at = `${host.includes(':') ? `[${host}]` : host}:${port}`
  if (host === '0.0.0.0' || host === '::') return `${at}, every network of this machine`
  return isLoopbackHost(host) ? `${at}, this machine alone` : at
}
