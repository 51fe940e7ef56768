import { createHash } from 'node:crypto'
import { readFileSync, realpathSync, statSync } from 'node:fs'
import { isAbsolute, join, relative, sep } from 'node:path'
import type { ConfigFault } from '../config-error.ts'
import type { BrandAsset, BrandImage } from './brand.ts'
import { isVariable, isWoff2 } from './woff2.ts'

/** TABLE: the kinds of files, each by its first bytes: a file name proves nothing. */
// oxfmt-ignore
const kinds: readonly { readonly extension: string; readonly mediaType: string; readonly is: (bytes: Buffer) => boolean }[] = [
  { extension: 'png',   mediaType: 'image/png',     is: (bytes) => bytes.subarray(0, 8).equals(Buffer.from('89504e470d0a1a0a', 'hex')) },
  { extension: 'jpg',   mediaType: 'image/jpeg',    is: (bytes) => bytes.subarray(0, 3).equals(Buffer.from('ffd8ff', 'hex')) },
  { extension: 'webp',  mediaType: 'image/webp',    is: (bytes) => bytes.toString('latin1', 0, 4) === 'RIFF' && bytes.toString('latin1', 8, 12) === 'WEBP' },
  { extension: 'ico',   mediaType: 'image/x-icon',  is: (bytes) => bytes.subarray(0, 4).equals(Buffer.from('00000100', 'hex')) },
  { extension: 'svg',   mediaType: 'image/svg+xml', is: (bytes) => beginsWithSvg(bytes.toString('utf8', 0, 4_096)) },
  { extension: 'woff2', mediaType: 'font/woff2',    is: isWoff2 },
]

/** TABLE: the parts that may precede the element of a picture, and their ends. */
const prologue = [
  { begins: '<?xml', ends: '>' },
  { begins: '<!--', ends: '-->' },
  { begins: '<!doctype', ends: '>' },
] as const

/** Returns whether the first element is `svg`. A document type with internal declarations is refused. */
function beginsWithSvg(text: string): boolean {
  let rest = text.replace(/^\uFEFF/, '').trimStart()
  for (;;) {
    const part = prologue.find(({ begins }) => rest.slice(0, begins.length).toLowerCase() === begins)
    if (part === undefined) return /^<svg[\s>]/i.test(rest)
    const end = rest.indexOf(part.ends, part.begins.length)
    if (end < 0 || (part.begins === '<!doctype' && rest.slice(0, end).includes('['))) return false
    rest = rest.slice(end + part.ends.length).trimStart()
  }
}

const kibibyte = 1024
const variable = '-variable'

/** The allowed kinds and the maximum size of a file, by its use. */
// oxfmt-ignore
const uses = {
  logo:       { kinds: ['svg', 'png', 'webp'],        most: 256 * kibibyte },
  favicon:    { kinds: ['svg', 'png', 'ico'],         most: 64 * kibibyte },
  background: { kinds: ['jpg', 'webp', 'png', 'svg'], most: 1_024 * kibibyte },
  font:       { kinds: ['woff2'],                     most: 512 * kibibyte },
} as const

/** The use of a brand's file. */
export type AssetUse = keyof typeof uses

/** All uses. */
export const assetUses = Object.keys(uses) as readonly AssetUse[]

/** The checked file, or the reason why it cannot be used. */
export type CheckedAsset = (BrandAsset & { readonly name: string }) | Pick<ConfigFault, 'wrong' | 'fix'>

/**
 * Determines the kind of a file, and whether it may be used. The file is never changed: the way it is served limits
 * what a browser does with it.
 */
export function checkAsset(content: Uint8Array, use: AssetUse): CheckedAsset {
  const { kinds: allowed, most } = uses[use]
  const size = content.byteLength
  if (size > most)
    return { wrong: `has ${Math.ceil(size / kibibyte)} KiB`, fix: `make it smaller than ${most / kibibyte} KiB` }
  const bytes = Buffer.from(content)
  const kind = kinds.find(({ extension, is }) => allowed.some((one) => one === extension) && is(bytes))
  if (kind === undefined) {
    const what = use === 'font' ? 'font' : 'picture'
    return { wrong: `is no ${what} of a kind that can be used here`, fix: `use ${allowed.join(', ')}` }
  }
  const hash = createHash('sha256').update(bytes).digest('base64url').slice(0, 16)
  // The file name of a variable font says so: style sheets have to declare its weights.
  const name = `${hash}${use === 'font' && isVariable(bytes) ? variable : ''}.${kind.extension}`
  return { name, path: `/brand/${name}`, mediaType: kind.mediaType }
}

/** Reads a file that is in `folder` or below it, after links are resolved. */
export function readImage(name: string, use: AssetUse, folder: string, subject: string): BrandImage | ConfigFault {
  const { most } = uses[use]
  const fault = (wrong: string, fix: string): ConfigFault => ({ subject, wrong: `names ${name}, which ${wrong}`, fix })
  const outside = fault(
    'is not below the folder of the file that names it',
    'put the file there, and name it by its path from there',
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
    const checked = checkAsset(bytes, use)
    if ('wrong' in checked) return fault(checked.wrong, checked.fix)
    return { path: checked.path, mediaType: checked.mediaType, bytes: new Uint8Array(bytes) }
  } catch {
    return fault('cannot be read', 'correct the name, or make the file readable for this user')
  }
}

const stored = /^asset:([\w-]{16}(?:-variable)?\.([a-z0-9]{2,5}))$/

/**
 * Returns the name of a stored file, such as `asset:{hash}.png`, as it is in a path; undefined for every other name.
 */
export function storedName(name: string): string | undefined {
  return stored.exec(name)?.[1]
}

/** Returns whether a font has every weight. */
export function hasAllWeights({ path }: BrandAsset): boolean {
  return path.includes(`${variable}.`)
}

/** A stored file by its name in a brand. Its bytes were checked when they were stored. */
export function storedAsset(name: string, use: AssetUse, subject: string): BrandAsset | ConfigFault {
  const [, file = '', extension] = stored.exec(name) ?? []
  const allowed: readonly string[] = uses[use].kinds
  const kind = kinds.find((one) => one.extension === extension && allowed.includes(one.extension))
  if (kind !== undefined) return { path: `/brand/${file}`, mediaType: kind.mediaType }
  const wrong = `is ${JSON.stringify(name).slice(0, 60)}, but names no stored file of a kind that can be used here`
  return { subject, wrong, fix: `store a file first (${allowed.join(', ')}), and give its name: asset:…` }
}
