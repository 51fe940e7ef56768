import type { Database } from '@gatehouse/platform/database'
import type { linkContract } from '@gatehouse/contract/control-plane'
import { randomUUID } from 'node:crypto'

import type { CallOf, HandlersOf } from '../access/call.ts'
import { asksForRedacted, redactedAnswer } from '../access/redacted.ts'
import { emptyAnswer, jsonAnswer, RefusalError, timestamp } from '../http/answer.ts'
import { requireOrganization } from './operations.ts'
import type { LinkStore, OnboardingLink } from '../model/onboarding-link-store.ts'
import type { LinkTokens } from './link-token.ts'
import type { Organization, OrganizationStore } from '../model/organization-store.ts'

/** The dependencies of links. `tokens` derives the secret of a link from its id, so that lists can show it again. */
export interface LinkDeps {
  readonly database: Database
  readonly organizations: OrganizationStore
  readonly links: LinkStore
  readonly tokens: LinkTokens
}

const usualLifespanMs = 7 * 24 * 60 * 60_000

/** The operations on onboarding links: those of Ory. An update is a POST to the link, as at Ory. */
export function linkOperations(deps: LinkDeps): HandlersOf<typeof linkContract> {
  return {
    getOrganizationOnboardingPortalLinks: (call) => list(deps, call),
    createOrganizationOnboardingPortalLink: (call) => create(deps, call),
    updateOrganizationOnboardingPortalLink: (call) => update(deps, call),
    deleteOrganizationOnboardingPortalLink: (call) => remove(deps, call),
  }
}

async function list(deps: LinkDeps, call: CallOf<'getOrganizationOnboardingPortalLinks'>): Promise<Response> {
  const organization = await requireOrganization(deps, call)
  const links = (await deps.links.list(organization.id)).map((link) => present(deps, link, organization))
  const operation = 'getOrganizationOnboardingPortalLinks'
  if (asksForRedacted(operation, call.url.searchParams)) return redactedAnswer(operation, jsonAnswer(200, { links }))
  // Each link has its token: a reader of the list could connect the organization to another provider.
  if (links.length > 0) await call.record({ kind: 'organization', id: organization.id, name: organization.label })
  return jsonAnswer(200, { links })
}

async function create(deps: LinkDeps, call: CallOf<'createOrganizationOnboardingPortalLink'>): Promise<Response> {
  const { expires_at: expiry, ...settings } = await call.body()
  const organization = await requireOrganization(deps, call)
  const link: OnboardingLink = {
    id: randomUUID(),
    organizationId: organization.id,
    settings,
    expiresAt: inFuture(expiry, call.now) ?? call.now + usualLifespanMs,
    createdAt: call.now,
    updatedAt: call.now,
  }
  await deps.database.durable(async () => {
    await deps.links.insert(link)
    await call.record({ kind: 'onboarding link', id: link.id, name: organization.label })
  })
  return jsonAnswer(201, present(deps, link, organization))
}

async function update(deps: LinkDeps, call: CallOf<'updateOrganizationOnboardingPortalLink'>): Promise<Response> {
  const { expires_at: expiry, ...settings } = await call.body()
  const organization = await requireOrganization(deps, call)
  const link = await deps.database.durable(async () => {
    // What the body does not name stays as another call may have changed it meanwhile.
    const old = await requireLink(deps, call, organization)
    const changed: OnboardingLink = {
      ...old,
      settings: { ...old.settings, ...settings },
      expiresAt: inFuture(expiry, call.now) ?? old.expiresAt,
      updatedAt: call.now,
    }
    await deps.links.update(changed)
    await call.record({ kind: 'onboarding link', id: changed.id, name: organization.label })
    return changed
  })
  return jsonAnswer(200, present(deps, link, organization))
}

async function remove(deps: LinkDeps, call: CallOf<'deleteOrganizationOnboardingPortalLink'>): Promise<Response> {
  const organization = await requireOrganization(deps, call)
  await deps.database.durable(async () => {
    const { id } = await requireLink(deps, call, organization)
    await deps.links.remove(organization.id, id)
    await call.record({ kind: 'onboarding link', id, name: organization.label })
  })
  return emptyAnswer()
}

async function requireLink(
  { links }: LinkDeps,
  { params }: { readonly params: { readonly onboarding_portal_link_id: string } },
  organization: Organization,
): Promise<OnboardingLink> {
  const link = await links.find(params.onboarding_portal_link_id)
  if (link?.organizationId === organization.id) return link
  throw new RefusalError({ code: 404, reason: 'The organization has no onboarding link of this id.' })
}

function inFuture(at: number | null | undefined, now: number): number | undefined {
  if (at === undefined || at === null || at > now) return at ?? undefined
  throw new RefusalError({ code: 400, reason: 'The field "expires_at" is wrong: that moment has passed.' })
}

function present({ tokens }: LinkDeps, link: OnboardingLink, { id, projectId }: Organization) {
  return {
    ...link.settings,
    id: link.id,
    organization_id: id,
    project_id: projectId,
    value: tokens.tokenOf(link.id),
    expires_at: timestamp(link.expiresAt),
    created_at: timestamp(link.createdAt),
    updated_at: timestamp(link.updatedAt),
  }
}
