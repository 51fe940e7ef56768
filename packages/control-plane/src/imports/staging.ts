import { randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ReceivedFile, StagedImport, Staging } from './staged-import.ts'

/** How long a file may wait, in milliseconds, and how many may wait at once. */
const most = { ageMs: 24 * 60 * 60 * 1_000, files: 20 } as const

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** Keeps files of people in a folder, for a day at most. */
export function createStaging(folder: string, clock: () => number = Date.now): Staging {
  const pathOf = (id: string) => join(folder, `${id}.upload`)
  const factsOf = (id: string) => join(folder, `${id}.json`)
  const discard = async (id: string) => {
    await Promise.all([pathOf(id), factsOf(id)].map((path) => rm(path, { force: true })))
  }

  /** Takes away what has waited too long, and the oldest of too many. */
  async function sweep(): Promise<void> {
    const names = (await readdir(folder)).filter((name) => name.endsWith('.upload'))
    const files = await Promise.all(
      names.map(async (name) => {
        const at = await stat(join(folder, name)).then(
          ({ mtimeMs }) => mtimeMs,
          () => 0,
        )
        return { id: name.slice(0, -'.upload'.length), at }
      }),
    )
    const newestFirst = files.toSorted((one, other) => other.at - one.at)
    const over = newestFirst.filter(({ at }, index) => index >= most.files || at < clock() - most.ageMs)
    await Promise.all(over.map(({ id }) => discard(id)))
  }

  async function find(projectId: string, id: string): Promise<StagedImport | undefined> {
    if (!uuid.test(id)) return undefined
    const text = await readFile(factsOf(id), 'utf8').catch(() => undefined)
    if (text === undefined) return undefined
    const staged = parseStaged(text)
    return staged.projectId === projectId ? staged : undefined
  }

  const write = (staged: StagedImport) => writeFile(factsOf(staged.id), JSON.stringify(staged), { mode: 0o600 })

  return {
    pathOf,
    discard,
    receive: async (body): Promise<ReceivedFile> => {
      await mkdir(folder, { recursive: true, mode: 0o700 })
      await sweep()
      const id = randomUUID()
      const path = pathOf(id)
      try {
        const file = createWriteStream(path, { mode: 0o600, flags: 'wx' })
        await pipeline(Readable.from(body, { objectMode: false }), file)
        return { id, path, bytes: file.bytesWritten }
      } catch (error) {
        await discard(id)
        throw error
      }
    },
    describe: async (projectId, { id }, facts) => {
      const staged: StagedImport = { ...facts, id, projectId, receivedAt: clock() }
      await write(staged)
      return staged
    },
    change: write,
    find,
    list: async (projectId) => {
      const names = await readdir(folder).catch(() => [])
      const ids = names.flatMap((name) => (name.endsWith('.json') ? [name.slice(0, -'.json'.length)] : []))
      const found = await Promise.all(ids.map((id) => find(projectId, id)))
      return found
        .flatMap((staged) => (staged === undefined ? [] : [staged]))
        .toSorted((one, other) => other.receivedAt - one.receivedAt)
    },
  }
}

function parseStaged(text: string): StagedImport {
  return JSON.parse(text) as StagedImport
}
