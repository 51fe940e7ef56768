import { readFileSync } from 'node:fs'
import { z } from 'zod'

const manifest = new URL('../../../../package.json', import.meta.url)

/** The version of this program, as its manifest has it. */
export const productVersion: string = z
  .object({ version: z.string() })
  .parse(JSON.parse(readFileSync(manifest, 'utf8'))).version
