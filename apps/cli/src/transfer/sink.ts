import { mkdir, open, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** The destination of rows. Rows for which `append` has resolved are on the disk. */
export interface Sink<Row> {
  append(rows: readonly Row[]): Promise<void>
  /** The bytes written so far; opening it at that position again discards later rows. */
  position(): number
  close(): Promise<void>
}

/** Hashes are readable by their owner alone. */
const mode = 0o600

/** Opens a file with one JSON document a line, at a position in bytes. */
export async function openLines<Row>(path: string, position: number): Promise<Sink<Row>> {
  const file = await open(path, position === 0 ? 'w' : 'r+', mode)
  await file.chmod(mode)
  await file.truncate(position)
  let at = position
  return {
    append: async (rows) => {
      const text = Buffer.from(rows.map((row) => `${JSON.stringify(row)}\n`).join(''))
      await file.write(text, 0, text.length, at)
      await file.datasync()
      at += text.length
    },
    position: () => at,
    close: () => file.close(),
  }
}

/** Opens a folder with one body of `PATCH /admin/identities` a file, after a number of files. */
export async function openBatches<Row>(folder: string, position: number): Promise<Sink<Row>> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const later = (await readdir(folder)).filter((name) => Number(/^(\d{6})\.json/.exec(name)?.[1] ?? 0) > position)
  for (const name of later) await rm(join(folder, name))
  let files = position
  return {
    append: async (rows) => {
      if (rows.length === 0) return
      const path = join(folder, `${String(files + 1).padStart(6, '0')}.json`)
      await writeFile(`${path}.part`, JSON.stringify({ identities: rows }), { mode, flush: true })
      await rename(`${path}.part`, path)
      files += 1
    },
    position: () => files,
    close: async () => {},
  }
}

/** Returns a sink for standard output, one JSON document a line. */
export function standardOutput<Row>(): Sink<Row> {
  return {
    append: (rows) =>
      new Promise((resolve, reject) => {
        const text = rows.map((row) => `${JSON.stringify(row)}\n`).join('')
        process.stdout.write(text, (error) => (error ? reject(error) : resolve()))
      }),
    position: () => 0,
    close: async () => {},
  }
}
