import type { brandingContract, BrandingPart } from '@gatehouse/contract/control-plane'
import type { Database } from '@gatehouse/platform/database'
import { isDeepStrictEqual } from 'node:util'
import type { CallOf, HandlersOf, ProjectCall } from '../access/call.ts'
import { emptyAnswer, jsonAnswer, RefusalError, timestamp } from '../http/answer.ts'
import { cut, pageOf } from '../http/paging.ts'
import type { ConfigTree } from '../model/project-host.ts'
import type { Project, ProjectStore } from '../model/project-store.ts'
import { presentActor, type Revision } from '../model/revision-store.ts'
import { documentIn } from '../projects/branding-document.ts'
import { createAsset, readAsset } from './asset-operations.ts'
import { chosenDocument, type DocumentDeps } from './chosen-document.ts'
import type { BrandingDraft, DraftStore } from './draft-store.ts'
import { mailOperations } from './mail-operations.ts'
import { inspect, presentVersion, publish, type PublishingDeps, brandingOf } from './publishing.ts'

/** The dependencies of the branding's operations. */
export interface BrandingDeps extends PublishingDeps {
  readonly database: Database
  readonly drafts: DraftStore
  readonly projects: ProjectStore
}

type PartCall = ProjectCall & { readonly params: { readonly part: string } }

/** The operations on a project's branding and mails: drafts, the published version and earlier ones. */
export function brandingOperations(deps: BrandingDeps): HandlersOf<typeof brandingContract> {
  return {
    getBranding: async (call) => answer(deps, call.project, partOf(call)),
    setBrandingDraft: (call) => setDraft(deps, call),
    discardBrandingDraft: async (call) => {
      await deps.drafts.remove(call.project.id, partOf(call))
      return emptyAnswer()
    },
    publishBranding: (call) => publishDraft(deps, call),
    listBrandingVersions: (call) => listVersions(deps, call),
    getBrandingVersion: async (call) => {
      const version = await requireVersion(deps, call, call.params.revision_id)
      const [shown] = await presentVersions(deps, call, [version])
      return jsonAnswer(200, { ...shown, document: documentIn(version.settings, partOf(call)) })
    },
    restoreBrandingVersion: (call) => restore(deps, call),
    createBrandingAsset: (call) => createAsset(deps, call),
    getBrandingAsset: (call) => readAsset(deps, call),
    previewBranding: (call) => previewPage(deps, call),
    ...mailOperations(deps),
  }
}

/** The contract has checked it: it is one of the two. */
function partOf({ params }: PartCall): BrandingPart {
  return params.part === 'mails' ? 'mails' : 'brand'
}

async function answer(deps: BrandingDeps, project: Project, part: BrandingPart): Promise<Response> {
  const draft = await deps.drafts.find(project.id, part)
  const published = documentIn(project.settings, part)
  const { faults, contrast, fixed, fixedIn } = await inspect(deps, project, part, draft?.document ?? published)
  return jsonAnswer(200, {
    version: await presentVersion(deps, project.id, part),
    published,
    draft: draft === undefined ? null : presentDraft(draft),
    fixed,
    fixed_in: fixedIn ?? null,
    faults,
    contrast,
  })
}

function presentDraft({ document, version, base, updatedAt, madeBy }: BrandingDraft) {
  return { document, version, base, updated_at: timestamp(updatedAt), actor: madeBy }
}

async function setDraft(deps: BrandingDeps, call: CallOf<'setBrandingDraft'>): Promise<Response> {
  const { drafts } = deps
  const { project, now, actor } = call
  const part = partOf(call)
  const { document, version, base } = await call.body()
  const before = await drafts.find(project.id, part)
  const on = base ?? before?.base ?? (await presentVersion(deps, project.id, part))
  const next = { document, version: (version ?? 0) + 1, base: on, madeBy: actor, updatedAt: now }
  const isStored = (before?.version ?? null) === version && (await drafts.put(project.id, part, next))
  if (!isStored) {
    const reason = 'The draft was changed by somebody else meanwhile; read it again.'
    const present = await drafts.find(project.id, part)
    throw new RefusalError({ code: 409, id: 'stale_revision', reason, details: { version: present?.version ?? null } })
  }
  return answer(deps, project, part)
}

async function publishDraft(deps: BrandingDeps, call: CallOf<'publishBranding'>): Promise<Response> {
  const part = partOf(call)
  const { version } = await call.body()
  const draft = await deps.drafts.find(call.project.id, part)
  if (draft === undefined) throw new RefusalError({ code: 400, reason: 'There is no draft that could be published.' })
  if (draft.version !== version) {
    const reason = 'The draft was changed by somebody else meanwhile; look at it before you publish it.'
    throw new RefusalError({ code: 409, id: 'stale_revision', reason, details: { version: draft.version } })
  }
  const project = await publish(deps, call, { part, base: draft.base, document: draft.document })
  // A draft that was saved meanwhile stays.
  await deps.drafts.remove(project.id, part, version)
  return answer(deps, project, part)
}

async function restore(deps: BrandingDeps, call: CallOf<'restoreBrandingVersion'>): Promise<Response> {
  const part = partOf(call)
  const { present } = await call.body()
  const version = await requireVersion(deps, call, call.params.revision_id)
  const document = documentIn(version.settings, part)
  return answer(deps, await publish(deps, call, { part, base: present, document }), part)
}

async function requireVersion({ revisions }: BrandingDeps, call: PartCall, id: string): Promise<Revision> {
  const revision = await revisions.find(call.project.id, id)
  if (revision !== undefined) return revision
  throw new RefusalError({ code: 404, reason: 'The project has no version of this id.' })
}

async function listVersions(deps: BrandingDeps, call: CallOf<'listBrandingVersions'>): Promise<Response> {
  const page = pageOf(call.query)
  const found = await deps.revisions.listOf(partOf(call), call.project.id, page.size + 1, page.after)
  const { shown, hasMore, token } = cut(found, page, ({ createdAt, id }) => ({ at: createdAt, id }))
  return jsonAnswer(200, {
    versions: await presentVersions(deps, call, shown),
    has_next_page: hasMore,
    next_page_token: token,
  })
}

/** Returns versions, each with its changes from the one before it. */
async function presentVersions(deps: BrandingDeps, call: PartCall, versions: readonly Revision[]) {
  const part = partOf(call)
  const present = await presentVersion(deps, call.project.id, part)
  return Promise.all(
    versions.map(async (version, index) => {
      const { id, createdAt, madeBy, settings, projectId } = version
      const before = versions[index + 1] ?? (await deps.revisions.listOf(part, projectId, 1, { at: createdAt, id }))[0]
      const earlier = before === undefined ? {} : documentIn(before.settings, part)
      return {
        id,
        made_by: madeBy.id,
        actor: presentActor(madeBy),
        is_current: id === present,
        created_at: timestamp(createdAt),
        changed: changedPaths(earlier, documentIn(settings, part)),
      }
    }),
  )
}

const deepest = 3

/** Returns the keys in which two documents differ, such as `tokens.accent`: three levels deep at most. */
function changedPaths(before: ConfigTree, after: ConfigTree, level = 1): readonly string[] {
  const keys = [...new Set([...Object.keys(before), ...Object.keys(after)])].toSorted()
  return keys.flatMap((key) => {
    const [one, other] = [own(before, key), own(after, key)]
    if (isDeepStrictEqual(one, other)) return []
    if (level === deepest || (!isTree(one) && !isTree(other))) return [key]
    const below = changedPaths(isTree(one) ? one : {}, isTree(other) ? other : {}, level + 1)
    return below.length === 0 ? [key] : below.map((path) => `${key}.${path}`)
  })
}

function own(tree: ConfigTree, key: string): unknown {
  return Object.hasOwn(tree, key) ? tree[key] : undefined
}

function isTree(value: unknown): value is ConfigTree {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Draws a page with a draft, to be framed by pages of the same origin, without scripts and forms. */
async function previewPage(
  deps: DocumentDeps & Pick<PublishingDeps, 'host'>,
  { project, query }: CallOf<'previewBranding'>,
): Promise<Response> {
  const { version, ...view } = query
  const document = await chosenDocument(deps, project, 'brand', version)
  const drawn = await brandingOf(deps).drawPage(project.id, document, view)
  if (drawn === undefined) throw new RefusalError({ code: 404, reason: 'There is no example of this page.' })
  return new Response(drawn.html, { headers: framedHeaders(`'nonce-${drawn.nonce}'`, "'self' data:") })
}

/** Returns the headers of a framed page. `styles` and `images` are sources of the policy. */
function framedHeaders(styles: string, images: string): Record<string, string> {
  const policy = [
    "default-src 'none'",
    `style-src ${styles}`,
    `img-src ${images}`,
    "font-src 'self'",
    "form-action 'none'",
    "base-uri 'none'",
    "frame-ancestors 'self'",
    'sandbox allow-same-origin',
  ].join('; ')
  return {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': policy,
    'x-frame-options': 'SAMEORIGIN',
    'x-content-type-options': 'nosniff',
    'cache-control': 'private, no-store',
  }
}
