import { readdir, readFile } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import { etagOf, isFresh } from './conditional.ts'
import {
  type AssetCoding,
  assetCodings,
  chooseCoding,
  compressAsset,
  isCompressible,
  mediaTypeOf,
} from './content-coding.ts'

/** The files of one folder, by URL path. They are read once: a path outside the table cannot be requested. */
export interface StaticAssets {
  /** The answer for a path, or `undefined` when no file has it. */
  serve(request: Request): Response | Promise<Response> | undefined
  has(path: string): boolean
}

interface Asset {
  readonly mediaType: string
  readonly etag: string
  readonly cacheControl: string
  readonly plain: Uint8Array<ArrayBuffer>
  /** The compressed contents after the first request for a coding; absent if compression saves nothing. */
  readonly coded: Map<AssetCoding, Promise<Uint8Array<ArrayBuffer>>> | undefined
}

// Vite puts a hash of the contents into the name: such a file never changes.
const hashedName = /-[A-Za-z0-9_-]{8}\.[a-z0-9]+$/

/**
 * Loads every file below `folder` into memory, under `prefix` (such as `/locales`). Text is compressed at the first
 * request for it: most catalogues and pages are never requested, and a start should not wait for them. Source maps and
 * hidden files are not served.
 */
export async function loadStaticAssets(folder: string, prefix = ''): Promise<StaticAssets> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile() && !entry.name.endsWith('.map') && !entry.name.startsWith('.'))
  const assets = new Map<string, Asset>()
  await Promise.all(
    files.map(async (file) => {
      const path = join(file.parentPath, file.name)
      assets.set(`${prefix}/${relative(folder, path).split(sep).join('/')}`, await loadAsset(path))
    }),
  )
  return {
    has: (path) => assets.has(path),
    serve(request) {
      const asset = assets.get(new URL(request.url).pathname)
      return asset === undefined ? undefined : answer(request, asset)
    },
  }
}

async function loadAsset(path: string): Promise<Asset> {
  const plain = new Uint8Array(await readFile(path))
  const mediaType = mediaTypeOf(path)
  const small = plain.byteLength < 512 || !isCompressible(mediaType)
  return {
    mediaType,
    etag: etagOf(plain),
    cacheControl: hashedName.test(path) ? 'public, max-age=31536000, immutable' : 'public, max-age=0, must-revalidate',
    plain,
    coded: small ? undefined : new Map(),
  }
}

/** Returns an asset's bytes in a coding; undefined if compression is not worth it. */
function inCoding({ plain, coded }: Asset, coding: AssetCoding): Promise<Uint8Array<ArrayBuffer>> | undefined {
  const bytes = coded?.get(coding) ?? (coded && compressAsset(plain, coding))
  if (bytes) coded?.set(coding, bytes)
  return bytes
}

async function answer(request: Request, asset: Asset): Promise<Response> {
  const headers = new Headers({ etag: asset.etag, 'cache-control': asset.cacheControl })
  if (asset.coded !== undefined) headers.set('vary', 'Accept-Encoding')
  if (request.method !== 'GET' && request.method !== 'HEAD') {
    return new Response(null, { status: 405, headers: { allow: 'GET, HEAD' } })
  }
  if (isFresh(request.headers, asset.etag)) return new Response(null, { status: 304, headers })
  const coding = chooseCoding(request.headers.get('accept-encoding'), assetCodings)
  const coded = coding === undefined ? undefined : await inCoding(asset, coding)
  if (coded !== undefined && coding !== undefined) headers.set('content-encoding', coding)
  const bytes = coded ?? asset.plain
  headers.set('content-type', asset.mediaType)
  headers.set('content-length', String(bytes.byteLength))
  return new Response(request.method === 'HEAD' ? null : bytes, { headers })
}
