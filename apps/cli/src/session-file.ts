import { chmod, mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { homedir } from 'node:os'
import { dirname, join } from 'node:path'

/** The default path of the terminal's session tokens. */
export const defaultSessionFile = join(homedir(), '.config', 'gatehouse', 'sessions.json')

/** The session tokens of a person at a terminal, one for each service. The file is readable by its owner only. */
export interface SessionFile {
  token(service: string): Promise<string | undefined>
  keep(service: string, token: string): Promise<void>
  forget(service: string): Promise<void>
}

/** Opens the file at a path; it need not exist. */
export function openSessionFile(path: string): SessionFile {
  const write = async (tokens: ReadonlyMap<string, string>) => {
    await mkdir(dirname(path), { recursive: true, mode: 0o700 })
    // A half-written file would sign the person out of every service.
    const draft = `${path}.${process.pid}`
    await writeFile(draft, `${JSON.stringify(Object.fromEntries(tokens), null, 2)}\n`, { mode: 0o600 })
    await chmod(draft, 0o600)
    await rename(draft, path)
  }
  return {
    token: async (service) => (await readTokens(path)).get(service),
    keep: async (service, token) => write(new Map(await readTokens(path)).set(service, token)),
    forget: async (service) => {
      const tokens = new Map(await readTokens(path))
      if (tokens.delete(service)) await write(tokens)
    },
  }
}

async function readTokens(path: string): Promise<ReadonlyMap<string, string>> {
  try {
    const stored: unknown = JSON.parse(await readFile(path, 'utf8'))
    const entries = Object.entries(stored ?? {})
    return new Map(entries.filter((entry): entry is [string, string] => typeof entry[1] === 'string'))
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return new Map()
    throw error
  }
}
