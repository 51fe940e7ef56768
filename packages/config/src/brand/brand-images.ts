import { createHash } from 'node:crypto'
import { readFileSync, realpathSync, statSync } from 'node:fs'
import { isAbsolute, join, relative, sep } from 'node:path'
import type { ConfigFault } from '../config-error.ts'
import type { BrandImage } from './brand.ts'

/** TABLE: the kinds of pictures, each by how its bytes begin: a name can say anything. */
// oxfmt-ignore
const kinds: readonly { readonly extension: string; readonly mediaType: string; readonly is: (bytes: Buffer) => boolean }[] = [
  { extension: 'png',  mediaType: 'image/png',     is: (bytes) => bytes.subarray(0, 8).equals(Buffer.from('89504e470d0a1a0a', 'hex')) },
  { extension: 'jpg',  mediaType: 'image/jpeg',    is: (bytes) => bytes.subarray(0, 3).equals(Buffer.from('ffd8ff', 'hex')) },
  { extension: 'webp', mediaType: 'image/webp',    is: (bytes) => bytes.toString('latin1', 0, 4) === 'RIFF' && bytes.toString('latin1', 8, 12) === 'WEBP' },
  { extension: 'ico',  mediaType: 'image/x-icon',  is: (bytes) => bytes.subarray(0, 4).equals(Buffer.from('00000100', 'hex')) },
  { extension: 'svg',  mediaType: 'image/svg+xml', is: (bytes) => /^\uFEFF?\s*(?:<\?xml[^>]*>\s*)?(?:<!--[\s\S]*?-->\s*|<!DOCTYPE[^>[]*>\s*)*<svg[\s>]/i.test(bytes.toString('utf8', 0, 4_096)) },
]

const kibibyte = 1024

/** What a picture is for decides what it may be, and how large. */
// oxfmt-ignore
const uses = {
  logo:       { kinds: ['svg', 'png', 'webp'],        most: 256 * kibibyte },
  favicon:    { kinds: ['svg', 'png', 'ico'],         most: 64 * kibibyte },
  background: { kinds: ['jpg', 'webp', 'png', 'svg'], most: 1_024 * kibibyte },
} as const

/** What a picture is for. */
export type ImageUse = keyof typeof uses

/**
 * Reads a picture that lies in `folder` or below it, wherever links lead. It is never changed: what a browser may do
 * with it is decided by how it is served.
 */
export function readImage(name: string, use: ImageUse, folder: string, subject: string): BrandImage | ConfigFault {
  const { kinds: allowed, most } = uses[use]
  const fault = (wrong: string, fix: string): ConfigFault => ({ subject, wrong: `names ${name}, which ${wrong}`, fix })
  const outside = fault(
    'is not below the folder of the file that names it',
    'put the picture there, and name it by its path from there',
  )
  if (isAbsolute(name)) return outside
  try {
    const path = realpathSync(join(folder, name))
    const inside = relative(realpathSync(folder), path)
    if (inside === '' || inside === '..' || inside.startsWith(`..${sep}`) || isAbsolute(inside)) return outside
    const { size } = statSync(path)
    if (size > most)
      return fault(`has ${Math.ceil(size / kibibyte)} KiB`, `make it smaller than ${most / kibibyte} KiB`)
    const bytes = readFileSync(path)
    const kind = kinds.find(({ extension, is }) => allowed.some((one) => one === extension) && is(bytes))
    if (kind === undefined) return fault('is no picture of a kind that can be used here', `use ${allowed.join(', ')}`)
    const hash = createHash('sha256').update(bytes).digest('base64url').slice(0, 16)
    const { extension, mediaType } = kind
    return { path: `/brand/${hash}.${extension}`, mediaType, bytes: new Uint8Array(bytes) }
  } catch {
    return fault('cannot be read', 'correct the name, or make the file readable for this user')
  }
}
