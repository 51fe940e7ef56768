import { isAbsolute, resolve } from 'node:path'

import type { DatabaseLocation } from '@gatehouse/platform/database'

/**
 * Reads a Kratos data source name: `memory`, `sqlite://relative/file`, `sqlite:///absolute/file?_fk=true&mode=rwc`.
 * Relative files are seen from `baseDir`. Throws an Error that names the fault.
 */
export function parseDsn(dsn: string, baseDir = process.cwd()): DatabaseLocation {
  if (dsn === 'memory') return { kind: 'memory' }
  const match = /^sqlite3?:(?:\/\/)?([^?#]*)(?:\?([^#]*))?$/.exec(dsn)
  if (!match) {
    const scheme = /^([a-z0-9+]+):/i.exec(dsn)?.[1] ?? dsn.slice(0, 12)
    throw new Error(`dsn: "${scheme}" is not supported; use "memory" or "sqlite:///path/to/file.sqlite"`)
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

function decodePath(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}
