import { relative } from 'node:path'
import type { Config } from '@gatehouse/config/config'
import type { OpenedLocation } from '@gatehouse/platform/database'

/** The location of a project's accounts, as its open database reports it. */
export interface AccountsLocation {
  readonly slug: string
  readonly isDefault: boolean
  readonly location: OpenedLocation
}

/** Describes a location, without its credentials. */
export function locationText(location: OpenedLocation): string {
  switch (location.kind) {
    case 'memory':
      return 'in memory, lost at the end'
    case 'file':
      return location.path
    case 'server':
      return `PostgreSQL, ${location.host}:${location.port}/${location.database}`
    default:
      return location satisfies never
  }
}

/** The maximum number of locations of further projects in the banner, in lines. */
const mostShown = 10

/** Returns the banner's rows about data: the accounts of the first project, the files, and further projects. */
export function dataRows(
  { data, database }: Pick<Config, 'data' | 'database'>,
  locations: readonly AccountsLocation[],
): readonly (readonly [string, string])[] {
  const first = locations.find(({ isDefault }) => isDefault)
  if (first === undefined) return [['Data', data]]
  const isInFolder = first.location.kind === 'file' && !relative(data, first.location.path).startsWith('..')
  const rest = database === undefined && !isInFolder ? 'everything else' : 'files'
  const where = isInFolder ? locationText(first.location) : `${locationText(first.location)}; ${rest} in ${data}`
  const others = locations.filter((one) => one !== first && !isSameLocation(one.location, first.location))
  const shown = others
    .slice(0, mostShown)
    .map(({ slug, location }) => [`  of ${slug}`, locationText(location)] as const)
  const more = others.length - shown.length
  return [['Data', where], ...shown, ...(more > 0 ? [[`  of ${more} more`, 'beside these'] as const] : [])]
}

function isSameLocation(one: OpenedLocation, other: OpenedLocation): boolean {
  return locationText(one) === locationText(other)
}

/** The database of a PostgreSQL server that a URL names, without its user. */
export function serverOf(dsn: string): Extract<OpenedLocation, { readonly kind: 'server' }> | undefined {
  const url = /^postgres(?:ql)?:/.test(dsn) ? URL.parse(dsn) : null
  if (url === null) return undefined
  const given = url.searchParams
  return {
    kind: 'server',
    host: given.get('host') ?? (url.hostname || 'localhost'),
    port: Number(given.get('port') ?? (url.port || 5432)),
    database: decodeURIComponent(url.pathname.slice(1) || url.username),
  }
}

/** A PostgreSQL database in words, by the URL that names it. */
export function databaseText(url: string): string {
  const server = serverOf(url)
  return server === undefined ? 'PostgreSQL' : locationText(server)
}

/** Returns a `dsn` without user name, password and options. */
export function withoutSecrets(dsn: string): string {
  const server = serverOf(dsn)
  if (server !== undefined) return `postgres://${server.host}:${server.port}/${server.database}`
  if (/^(?:memory$|sqlite)/.test(dsn)) return dsn.replace(/\?.*$/, '')
  return `${/^[\w+]*/.exec(dsn)?.[0] ?? ''}:…`
}
