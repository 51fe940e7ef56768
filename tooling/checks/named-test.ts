import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** What holds a promise of a document: a file, and in it a test by its title; without one, the file alone. */
export interface Proof {
  readonly file: string
  readonly title?: string | undefined
}

/** Why a proof is none, or nothing. */
export function brokenProof(root: string, { file, title }: Proof): string | undefined {
  if (!existsSync(join(root, file))) return `${file} does not exist`
  if (title === undefined) return undefined
  return readFileSync(join(root, file), 'utf8').includes(title) ? undefined : `${file} has no test "${title}"`
}
