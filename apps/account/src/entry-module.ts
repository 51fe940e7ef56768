import type { PageRequestDoor } from '../app/entry.server.tsx'

const doors = ['openPageRequest', 'forRouter', 'pageRequestProvider', 'answerKnownPage', 'completeResponse'] as const

/** The doors of our own server entry; a build without them was not made from these pages. */
export function parseEntryModule(module: object): PageRequestDoor {
  const given = new Map(Object.entries(module))
  const missing = doors.filter((door) => typeof given.get(door) !== 'function')
  if (missing.length > 0) {
    throw new TypeError(`The build's server entry has no ${missing.join(', ')}. Was it built from apps/account?`)
  }
  return module as PageRequestDoor
}
