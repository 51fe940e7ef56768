import { isAbsolute, resolve } from 'node:path'

import type { DatabaseLocation } from '@gatehouse/platform/database'

/** A database on a server. */
export interface ServerLocation {
  readonly kind: 'server'
  /** As the driver takes it. */
  readonly url: string
  /** Connections of this process at most. */
  readonly connections: number | undefined
}

/**
 * Reads a Kratos data source name: `memory`, `sqlite://relative/file`, `sqlite:///absolute/file?_fk=true&mode=rwc`,
 * `postgres://user:password@host:5432/database?sslmode=verify-full&max_conns=20`. Relative files start at `baseDir`.
 * Throws an Error that names the fault, and no password.
 */
export function parseDsn(dsn: string, baseDir = process.cwd()): DatabaseLocation | ServerLocation {
  if (dsn === 'memory') return { kind: 'memory' }
  if (/^(?:postgres(?:ql)?|cockroach):/.test(dsn)) return serverOf(dsn)
  const match = /^sqlite3?:(?:\/\/)?([^?#]*)(?:\?([^#]*))?$/.exec(dsn)
  if (!match) {
    const scheme = /^([a-z0-9+]+):/i.exec(dsn)?.[1] ?? dsn.slice(0, 12)
    throw new Error(
      `dsn: "${scheme}" is not supported; use "memory", "sqlite:///path/to/file.sqlite" or "postgres://user:password@host:5432/database"`,
    )
  }
  const mode = new URLSearchParams(match[2] ?? '').get('mode')
  const file = decodePath(match[1] ?? '').replace(/^file:/, '')
  if (mode === 'memory' || file === ':memory:') return { kind: 'memory' }
  if (file === '' || file.includes('\0'))
    throw new Error('dsn: the file name is missing, as in sqlite:///data/identity.sqlite')
  return {
    kind: 'file',
    path: isAbsolute(file) ? file : resolve(baseDir, file),
    readOnly: mode === 'ro',
    create: mode === null || mode === 'rwc',
  }
}

/** Kratos' settings of its connections; those without a meaning here are left out. */
const ownSettings = ['max_conns', 'max_idle_conns', 'max_conn_lifetime', 'max_conn_idle_time'] as const

function serverOf(dsn: string): ServerLocation {
  if (!URL.canParse(dsn)) {
    throw new Error('dsn: the address cannot be read; write it as postgres://user:password@host:5432/database')
  }
  const url = new URL(dsn)
  if (url.protocol === 'cockroach:') {
    throw new Error('dsn: "cockroach" is not supported; it has no row-level security that keeps projects apart')
  }
  const most = url.searchParams.get('max_conns')
  const connections = most === null ? undefined : Number(most)
  if (connections !== undefined && !(Number.isInteger(connections) && connections >= 1)) {
    throw new Error('dsn: max_conns says how many connections there are at most; write a number from 1 on')
  }
  for (const name of ownSettings) url.searchParams.delete(name)
  return { kind: 'server', url: url.href, connections }
}

function decodePath(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}
