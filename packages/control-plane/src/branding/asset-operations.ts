import type { Database } from '@gatehouse/platform/database'
import { readBody } from '@gatehouse/platform/http'

import type { CallOf } from '../access/call.ts'
import { jsonAnswer, RefusalError } from '../http/answer.ts'
import type { AssetStore } from './asset-store.ts'
import { brandingOf, type PublishingDeps } from './publishing.ts'

/** The dependencies of operations on stored files. */
export type AssetDeps = Pick<PublishingDeps, 'host'> & { readonly database: Database; readonly assets: AssetStore }

/** The size limit of any file; each use has a lower limit. */
const mostBytes = 1024 * 1024
/** The size limit of all files of a project, including those of earlier versions. */
const mostBytesOfProject = 48 * 1024 * 1024

/** Stores a file that is valid for its use. Refuses with 400, 413. */
export async function createAsset(deps: AssetDeps, call: CallOf<'createBrandingAsset'>): Promise<Response> {
  const { assets, database } = deps
  const { project, query, now } = call
  const branding = brandingOf(deps)
  const content = await readBody(call.request, mostBytes)
  if (content.byteLength === 0) throw new RefusalError({ code: 400, reason: 'There is nothing in this file.' })
  const checked = branding.checkFile(content, query.use)
  if (checked.kind === 'refused') throw new RefusalError({ code: 400, reason: checked.reason })
  const { name, mediaType } = checked
  const fileName = query.file_name ?? name
  const asset = { name, fileName, mediaType, size: content.byteLength, createdAt: now }
  const hasNoRoom = async () => (await assets.sizeOf(project.id)) + asset.size > mostBytesOfProject
  await database.durable(async () => {
    if (await hasNoRoom()) await assets.prune(project.id)
    if (await hasNoRoom()) throw full()
    await assets.put(project.id, asset, content)
    await call.record({ kind: 'branding_asset', id: name, name: fileName })
  })
  return jsonAnswer(201, { name: `asset:${name}`, file_name: fileName, media_type: mediaType, size: asset.size })
}

function full(): RefusalError {
  const reason = `The files of this project have ${mostBytesOfProject / (1024 * 1024)} MiB together: there is no room for another one.`
  return new RefusalError({ code: 400, id: 'quota_exceeded', reason })
}

/** Answers with a file. An SVG that is opened by its address has no rights: no script, no origin. */
export async function readAsset(deps: AssetDeps, call: CallOf<'getBrandingAsset'>): Promise<Response> {
  const { project, params } = call
  const found = (await deps.assets.read(project.id, params.asset)) ?? brandingOf(deps).fileOf(params.asset)
  if (found === undefined) throw new RefusalError({ code: 404, reason: 'No such file is stored.' })
  return new Response(found.bytes, {
    headers: {
      'content-type': found.mediaType,
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; sandbox",
      'x-content-type-options': 'nosniff',
      'cache-control': 'private, max-age=31536000, immutable',
    },
  })
}
