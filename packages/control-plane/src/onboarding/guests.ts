import type { LinkHolder } from '../model/principal.ts'
import type { Actor } from '../model/audit-store.ts'
import { RefusalError } from '../http/answer.ts'
import { bearerOf } from '../keys/token.ts'
import type { LinkStore, OnboardingLink } from '../model/onboarding-link-store.ts'
import type { LinkTokens } from '../organizations/link-token.ts'
import type { Organization, OrganizationStore } from '../model/organization-store.ts'
import type { Project, ProjectStore } from '../model/project-store.ts'

/** The holder of an onboarding link, and the one organization that it opens. */
export interface Guest {
  readonly principal: LinkHolder
  readonly link: OnboardingLink
  readonly organization: Organization
  readonly project: Project
  readonly actor: Actor
}

/** Recognizes the link of a request's bearer token. Refuses an unknown token with 401, and an expired link with 410. */
export type Guests = (headers: Headers, now: number) => Promise<Guest>

/** The dependencies of recognizing the holder of a link. */
export interface GuestDeps {
  readonly tokens: LinkTokens
  readonly links: LinkStore
  readonly organizations: OrganizationStore
  readonly projects: ProjectStore
}

/** Recognizes links by their tokens, which are computed and not stored. */
export function createGuests({ tokens, links, organizations, projects }: GuestDeps): Guests {
  return async (headers, now) => {
    const linkId = tokens.linkIdOf(bearerOf(headers) ?? '')
    if (linkId === undefined) {
      const reason = 'Send the token of an onboarding link as a bearer token; ask the operator of the project for one.'
      throw new RefusalError({ code: 401, reason, headers: { 'www-authenticate': 'Bearer realm="onboarding"' } })
    }
    const link = await links.find(linkId)
    const organization = link && (await organizations.findAnywhere(link.organizationId))
    const project = organization && (await projects.find(organization.projectId))
    if (link === undefined || organization === undefined || project === undefined) throw over('was taken back')
    if (link.expiresAt <= now) throw over('has expired')
    if (link.settings['enable_sso'] !== true) {
      throw new RefusalError({ code: 403, reason: 'This onboarding link is not for single sign-on.' })
    }
    const actor = { kind: 'link', id: link.id, name: organization.label } as const
    return { principal: { kind: 'link', linkId }, link, organization, project, actor }
  }
}

function over(what: string): RefusalError {
  return new RefusalError({ code: 410, reason: `The onboarding link ${what}. Ask the sender for a new one.` })
}
