import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { namespaces } from '@gatehouse/i18n/languages'
import type { Finding } from './finding.ts'

/** Finds files below `locales` that no page would ever read, languages that lack one, and repeated keys. */
export function localeFileFindings(root: string): readonly Finding[] {
  const folder = join(root, 'locales')
  const codes = readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
  const wanted = new Set(codes.flatMap((code) => namespaces.map((namespace) => `${code}/${namespace}.json`)))
  const found = new Set(
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1)),
  )
  return [
    ...[...wanted].filter((file) => !found.has(file)).map((file) => objection(file, 'is missing')),
    ...[...found]
      .filter((file) => !wanted.has(file))
      .map((file) => objection(file, 'belongs to no namespace of packages/i18n/src/languages.ts')),
    ...[...found].flatMap((file) => twice(file, readFileSync(join(folder, file), 'utf8'))),
  ]
}

/**
 * Finds repeated keys: JSON keeps the last of two equal ones and says nothing; a translator would look for the first
 * one.
 */
function twice(file: string, text: string): readonly Finding[] {
  const seen = new Set<string>()
  return text.split('\n').flatMap((line, index) => {
    const key = /^\s*"((?:[^"\\]|\\.)*)"\s*:/.exec(line)?.[1]
    if (key === undefined || !seen.has(key)) {
      if (key !== undefined) seen.add(key)
      return []
    }
    return [{ path: `locales/${file}`, line: index + 1, message: `has the key "${key}" a second time` }]
  })
}

const objection = (file: string, message: string): Finding => ({ path: `locales/${file}`, message })
