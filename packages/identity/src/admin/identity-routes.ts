import type { z } from 'zod'
import { emptyAnswer, jsonAnswer } from '@gatehouse/platform/http'
import { isUuid } from '@gatehouse/platform/secrets'

import type { IdentityConfig } from '../configuration/config.ts'
import type { Seals } from '../credentials/sealed.ts'
import { isObject } from '../flows/http/submission.ts'
import type { AdminVerification } from '../flows/verification/admin.ts'
import { errorEnvelope, type Refusal, RefusalError } from '../http/answer.ts'
import { faultIsReason, readJsonBody, requireJsonType, requireShape } from '../http/json-body.ts'
import { badPageToken, keysetHeaders, offsetHeaders, offsetPage, pageSize } from '../http/paging.ts'
import type { Route, RouteContext } from '../http/route.ts'
import { normalizeIdentifier } from '../identities/address.ts'
import type { FoundIdentity } from '../identities/identity-store.ts'
import type { Credential, Identity } from '../identities/identity.ts'
import { setUpOf } from '../identities/listed.ts'
import { presentIdentityForAdmin, timestamp } from '../identities/present.ts'
import type { Methods } from '../strategies/methods.ts'
import { batchBody, identityBodies, type IdentityBodies, jsonPatchBody, patchedIdentity } from './bodies.ts'
import { withoutCredential } from './delete-credential.ts'
import { createIdentityChanges, type IdentityChanges, type IdentityChangesDeps } from './identity-changes.ts'
import { patchDocument, unusablePatch } from './json-patch.ts'
import { hasPeopleFilter, orderOf, peopleFilterOf, positionOf, soughtText, tokenOf } from './people-search.ts'

/** The dependencies of the routes in addition to those of changes: the configuration has the addresses of answers. */
export interface IdentityRoutesDeps extends IdentityChangesDeps {
  readonly config: IdentityConfig
  readonly methods: Methods
  readonly adminVerification: AdminVerification
}

/** The changes, and the shapes of their bodies. */
interface Writing {
  readonly changes: IdentityChanges
  readonly bodies: IdentityBodies
}

/** Returns the administrator's routes of accounts. */
export function identityRoutes(deps: IdentityRoutesDeps): readonly Route[] {
  const writing = { changes: createIdentityChanges(deps), bodies: identityBodies(deps.methods) }
  return [
    { method: 'GET', path: '/identities', handle: (context) => list(deps, context) },
    { method: 'POST', path: '/identities', handle: (context) => create(deps, writing, context) },
    { method: 'PATCH', path: '/identities', handle: (context) => batch(writing, context) },
    { method: 'GET', path: '/identities/:id', handle: (context) => read(deps, context) },
    { method: 'PUT', path: '/identities/:id', handle: (context) => replace(deps, writing, context) },
    { method: 'PATCH', path: '/identities/:id', handle: (context) => patch(deps, writing.changes, context) },
    { method: 'DELETE', path: '/identities/:id', handle: (context) => remove(deps, context) },
    { method: 'POST', path: '/identities/:id/verification', handle: deps.adminVerification.ask },
    { method: 'GET', path: '/identities/by/external/:externalId', handle: (context) => readExternal(deps, context) },
    {
      method: 'DELETE',
      path: '/identities/:id/credentials/:type',
      handle: (context) => removeCredential(deps, context),
    },
  ]
}

const firstToken = '00000000-0000-0000-0000-000000000000'
const mostIds = 500

async function list(deps: IdentityRoutesDeps, { url }: RouteContext): Promise<Response> {
  const query = url.searchParams
  const declassify = declassifiedTypes(deps, query)
  const order = orderOf(query)
  const filter = filterOf(query)
  const show = (found: readonly Identity[]) =>
    found.map((identity) =>
      presentIdentityForAdmin(identity, deps.config.publicBaseUrl, {
        credentials: declassify.size > 0 || filter.identifier !== undefined || filter.identifierSimilar !== undefined,
        declassify,
        configOf: credentialConfig(deps.seals, deps.methods),
        isNewer: deps.config.improvements.passwordsAreNewer,
        isRead: true,
      }),
    )
  if (Object.keys(filter).length === 0 && !query.has('page_token') && query.has('page')) {
    const page = offsetPage(query)
    const found = await deps.identities.listOffset(page)
    return jsonAnswer(200, show(found.identities), offsetHeaders(url, page, found.total, 'legacy'))
  }
  const size = pageSize(query)
  const after = query.get('page_token') ?? ''
  if (order !== undefined) {
    const { found, next, previous, total } = await deps.identities.search({
      ...searchFilterOf(filter),
      ...peopleFilterOf(query),
      text: soughtText(query),
      order,
      size,
      at: positionOf(after, order),
    })
    const shown = show(found.map(({ identity }) => identity))
    const isAsked = query.get('include_set_up') === 'true'
    const people = isAsked ? shown.map((one, at) => ({ ...one, set_up: shownSetUp(found[at]) })) : shown
    const headers = keysetHeaders(url, { size, first: '', next: tokenOf(next), previous: tokenOf(previous) })
    return jsonAnswer(200, people, { ...headers, 'x-total-count': String(total) })
  }
  if (hasPeopleFilter(query)) {
    const reason =
      '"method", "verified", "second_step", "created_after" and "last_seen_before" go with "order" or "search".'
    throw new RefusalError({ code: 400, reason })
  }
  if (after !== '' && !isUuid(after)) throw badPageToken()
  const page = await deps.identities.list({ ...filter, size, ...(after !== '' && { after }) })
  return jsonAnswer(200, show(page.identities), keysetHeaders(url, { size, first: firstToken, next: page.next }))
}

/** Returns the sign-in methods of an account and its last use, without any secret: Kratos has no such key. */
function shownSetUp(found: FoundIdentity | undefined) {
  if (found === undefined) return null
  const { signsInWith, secondSteps } = setUpOf(found.identity)
  const { lastSeenAt } = found
  return {
    signs_in_with: signsInWith,
    second_steps: secondSteps,
    last_seen_at: lastSeenAt === undefined ? null : timestamp(lastSeenAt),
  }
}

function searchFilterOf({ state, schemaId, organizationId, ...others }: ReturnType<typeof filterOf>) {
  const [other] = Object.keys(others)
  if (other === undefined) return { state, schemaId, organizationId }
  const reason = '"search" and "order" go with state, schema_id and organization_id, and with no other filter of lists.'
  throw new RefusalError({ code: 400, reason })
}

function filterOf(query: URLSearchParams) {
  const ids = query.getAll('ids').flatMap((value) => value.split(','))
  const identifier = query.get('credentials_identifier')
  const similar = query.get('preview_credentials_identifier_similar')
  const organization = query.get('organization_id')
  const given = [ids[0], identifier, similar, organization].filter(
    (value) => value !== undefined && value !== null && value !== '',
  )
  if (given.length > 1) throw new RefusalError({ code: 400, reason: 'Only one filter can be used at a time.' })
  if (ids.length > mostIds) throw new RefusalError({ code: 400, reason: `At most ${mostIds} ids can be asked for.` })
  if (ids.some((id) => id !== '' && !isUuid(id)))
    throw new RefusalError({ code: 400, reason: 'One of the ids is not a UUID.' })
  return {
    ...(ids.length > 0 && ids[0] !== '' && { ids: ids.map((id) => id.toLowerCase()) }),
    ...(identifier && { identifier: normalizeIdentifier(identifier) }),
    ...(similar && { identifierSimilar: normalizeIdentifier(similar) }),
    ...(organization && { organizationId: organization.toLowerCase() }),
    ...narrowedBy(query),
  }
}

/** Returns the filters that Kratos does not have, combined with any other. */
function narrowedBy(query: URLSearchParams) {
  const state = query.get('state') ?? ''
  if (state !== '' && state !== 'active' && state !== 'inactive') {
    throw new RefusalError({ code: 400, reason: '"state" has to be active or inactive.' })
  }
  const schemaId = query.get('schema_id')
  const traitSimilar = query.get('trait_similar')
  return {
    ...(state !== '' && { state: state === 'active' ? ('active' as const) : ('inactive' as const) }),
    ...(schemaId && { schemaId }),
    ...(traitSimilar && { traitSimilar }),
  }
}

async function create(
  deps: IdentityRoutesDeps,
  { changes, bodies }: Writing,
  context: RouteContext,
): Promise<Response> {
  const identity = await changes.create(await readJsonBody(context, bodies.create))
  return jsonAnswer(201, show(deps, identity, { isNew: true }), {
    location: `${deps.config.adminBaseUrl}/identities/${identity.id}`,
  })
}

async function batch({ changes, bodies }: Writing, context: RouteContext): Promise<Response> {
  return jsonAnswer(200, {
    identities: await createBatch({ changes, body: bodies.create }, await readJsonBody(context, batchBody)),
  })
}

async function read(deps: IdentityRoutesDeps, context: RouteContext): Promise<Response> {
  const declassify = declassifiedTypes(deps, context.url.searchParams)
  return jsonAnswer(200, show(deps, await requireIdentity(deps, context), { declassify, isRead: true }))
}

async function readExternal(deps: IdentityRoutesDeps, { params, url }: RouteContext): Promise<Response> {
  const identity = await deps.identities.findByExternalId(params.externalId ?? '')
  if (!identity) throw new RefusalError({ code: 404 })
  return jsonAnswer(200, show(deps, identity, { declassify: declassifiedTypes(deps, url.searchParams), isRead: true }))
}

async function replace(
  deps: IdentityRoutesDeps,
  { changes, bodies }: Writing,
  context: RouteContext,
): Promise<Response> {
  requireJsonType(context)
  const body = await readJsonBody(context, bodies.update, faultIsReason)
  return jsonAnswer(200, show(deps, await changes.replace(() => requireIdentity(deps, context), body)))
}

async function patch(deps: IdentityRoutesDeps, changes: IdentityChanges, context: RouteContext): Promise<Response> {
  const operations = await readJsonBody(context, jsonPatchBody, unusablePatch)
  const patched = await changes.patch(async () => {
    const identity = await requireIdentity(deps, context)
    const document = patchable(show(deps, identity))
    const patched = keptWithout(document, patchDocument(document, operations))
    return { identity, patched: requireShape(patched, patchedIdentity, unusablePatch) }
  })
  return jsonAnswer(200, show(deps, patched, { isRead: true }))
}

/** Returns a document with all optional keys, so that a patch can replace them. */
function patchable(document: ReturnType<typeof show>): object {
  const { credentials: _credentials, ...rest } = document
  return { verifiable_addresses: [], recovery_addresses: [], metadata_admin: null, external_id: '', ...rest }
}

/** Keeps state and schema that are null or absent after a patch, as in Go. */
function keptWithout(before: object, patched: unknown): unknown {
  if (!isObject(patched)) return patched
  const kept = Object.entries(before).filter(
    ([key]) => ['state', 'schema_id'].includes(key) && (patched[key] ?? undefined) === undefined,
  )
  return { ...patched, ...Object.fromEntries(kept) }
}

async function remove(deps: IdentityRoutesDeps, context: RouteContext): Promise<Response> {
  if (!(await deps.identities.delete((await requireIdentity(deps, context)).id))) throw new RefusalError({ code: 404 })
  return emptyAnswer()
}

async function removeCredential(deps: IdentityRoutesDeps, context: RouteContext): Promise<Response> {
  const removal = {
    type: context.params.type ?? '',
    identifier: context.url.searchParams.get('identifier') ?? undefined,
  }
  const written = await deps.transactions.durable(async () => {
    const left = withoutCredential(await requireIdentity(deps, context), removal, deps, context.now)
    return deps.identities.update(left)
  })
  if (written.kind === 'conflict') throw new RefusalError({ code: 409 })
  return emptyAnswer()
}

/** Returns the identity, or refuses; a malformed id gets the answer of an unknown one. */
async function requireIdentity({ identities }: IdentityRoutesDeps, { params }: RouteContext): Promise<Identity> {
  const identity = isUuid(params.id ?? '') ? await identities.find((params.id ?? '').toLowerCase()) : undefined
  if (!identity) throw new RefusalError({ code: 404 })
  return identity
}

function show(
  { config, seals, methods }: IdentityRoutesDeps,
  identity: Identity,
  how: Partial<Parameters<typeof presentIdentityForAdmin>[2]> = {},
) {
  return presentIdentityForAdmin(identity, config.publicBaseUrl, {
    credentials: true,
    declassify: new Set(),
    configOf: credentialConfig(seals, methods),
    isNewer: config.improvements.passwordsAreNewer,
    ...how,
  })
}

function declassifiedTypes({ methods }: IdentityRoutesDeps, query: URLSearchParams): ReadonlySet<string> {
  const types = query.getAll('include_credential').flatMap((value) => value.split(','))
  const unknown = types.find((type) => !methods.credentialKinds.some((kind) => kind.type === type))
  if (unknown !== undefined) {
    throw new RefusalError({ code: 400, reason: `"${unknown}" is no credential type that could be included.` })
  }
  return new Set(types)
}

/** Returns a credential's `config` for an administrator who requested it, with sealed data in clear text. */
function credentialConfig(
  seals: Seals,
  { sealed }: Pick<Methods, 'sealed'>,
): (identity: Identity, credential: Credential) => Credential['config'] {
  return (identity, { type, config }) => sealed.find((one) => one.type === type)?.shown(seals, identity) ?? config
}

const mostIdentities = 1_000
/** Each plain password costs a hash. */
const mostPasswords = 200

/** One line of the answer. */
type BatchResult =
  | { readonly action: 'create'; readonly identity: string; readonly patch_id?: string }
  | { readonly action: 'error'; readonly patch_id?: string; readonly error: object }

/** Creates many identities; each succeeds or fails independently. */
async function createBatch(
  { changes, body }: { readonly changes: IdentityChanges; readonly body: IdentityBodies['create'] },
  { identities: given }: z.output<typeof batchBody>,
): Promise<readonly BatchResult[]> {
  const identities = given ?? []
  if (identities.length > mostIdentities) refuse(`A batch can have at most ${mostIdentities} identities.`)
  if (identities.filter(({ create }) => hasPlainPassword(body, create)).length > mostPasswords) {
    refuse(`A batch can have at most ${mostPasswords} plain passwords; hash the others before.`)
  }
  const results: BatchResult[] = []
  for (const { create, patch_id: patchId } of identities) {
    const named = typeof patchId === 'string' ? { patch_id: patchId } : {}
    try {
      const { id } = await changes.create(requireShape(create, body))
      results.push({ action: 'create', identity: id, ...named })
    } catch (error) {
      if (!(error instanceof RefusalError)) throw error
      results.push({ action: 'error', ...named, error: errorOf(error) })
    }
  }
  return results
}

/** Returns the error of an entry. A conflict does not name the other account: callers of batches know it. */
function errorOf({ refusal }: RefusalError): object {
  const { reason, ...rest } = errorEnvelope(refusal).error
  return reason === undefined || refusal.code === 409 ? rest : { ...rest, reason }
}

function hasPlainPassword(body: IdentityBodies['create'], create: unknown): boolean {
  const result = body.safeParse(create)
  return Object.values(result.data?.credentials ?? {}).some((one) => one?.takesHashing)
}

function refuse(reason: Refusal['reason']): never {
  throw new RefusalError({ code: 400, ...(reason !== undefined && { reason }) })
}
