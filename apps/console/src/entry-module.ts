import type { ConsoleRequestDoor } from '../app/entry.server.tsx'

const doors = ['openConsoleRequest', 'consoleRequestProvider', 'completeResponse'] as const

/** The doors of our own server entry; a build without them was not made from these pages. */
export function parseEntryModule(module: object): ConsoleRequestDoor {
  const given = new Map(Object.entries(module))
  if (typeof given.get('failureHeader') !== 'string')
    throw new TypeError('The build’s server entry names no failure header.')
  const missing = doors.filter((door) => typeof given.get(door) !== 'function')
  if (missing.length > 0) {
    throw new TypeError(`The build's server entry has no ${missing.join(', ')}. Was it built from apps/console?`)
  }
  return module as ConsoleRequestDoor
}
