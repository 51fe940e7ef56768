/** TABLE: errors of the system that stop a start, in words: the fault of the path or address, and its fix. */
const systemFaults: Readonly<Record<string, (subject: string) => string>> = {
  EACCES: (path) => `${path} may not be used by this user. Change its owner or its mode, or name another place.`,
  EPERM: (path) => `${path} may not be used by this user. Change its owner or its mode, or name another place.`,
  EROFS: (path) => `${path} is on a file system that cannot be written to. Name another place.`,
  ENOSPC: (path) => `There is no room left for ${path}. Make room, or name another place.`,
  EDQUOT: (path) => `There is no room left for ${path}. Make room, or name another place.`,
  ENOENT: (path) => `${path} does not exist.`,
  ENOTDIR: (path) => `A part of ${path} is a file, not a folder.`,
  EISDIR: (path) => `${path} is a folder, not a file.`,
  EEXIST: (path) => `${path} is there already, and is not what it should be.`,
}

/** Returns the reason why a process cannot start, without a stack. */
export function startFault(error: unknown): string {
  const { code, path } = systemFields(error)
  const said = code === undefined || !Object.hasOwn(systemFaults, code) ? undefined : systemFaults[code]?.(path)
  return said ?? causesOf(error).join('\n  because ')
}

/** Returns the messages of an error and of its causes, the outermost first; each once. */
function causesOf(error: unknown): readonly string[] {
  if (!(error instanceof Error)) return [String(error)]
  const below = error.cause === undefined ? [] : causesOf(error.cause)
  return [error.message, ...below.filter((message) => !error.message.includes(message))]
}

function systemFields(error: unknown): { readonly code: string | undefined; readonly path: string } {
  if (!(error instanceof Error)) return { code: undefined, path: '' }
  const code = 'code' in error && typeof error.code === 'string' ? error.code : undefined
  const path = 'path' in error && typeof error.path === 'string' ? error.path : 'a file that is needed'
  return { code, path }
}
