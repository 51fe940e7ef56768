import type { ConsoleEntry } from '../app/entry.server.tsx'

/** The exports of our own server entry, and the type of each. */
const exported = {
  openConsoleRequest: 'function',
  consoleRequestProvider: 'function',
  completeResponse: 'function',
  failureHeader: 'string',
} as const satisfies Readonly<Record<keyof ConsoleEntry, 'function' | 'string'>>

/** Takes a module for our own server entry. Throws a TypeError for a build that was not made from these pages. */
export function parseEntryModule(module: object): ConsoleEntry {
  if (isConsoleEntry(module)) return module
  const missing = missingIn(module).join(', ')
  throw new TypeError(`The build's server entry has no ${missing}. Was it built from apps/console?`)
}

function isConsoleEntry(module: object): module is ConsoleEntry {
  return missingIn(module).length === 0
}

function missingIn(module: object): readonly string[] {
  const given = new Map<string, unknown>(Object.entries(module))
  return Object.entries(exported).flatMap(([name, type]) => (typeof given.get(name) === type ? [] : [name]))
}
