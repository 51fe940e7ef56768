import { expect } from 'vitest'
import { anything, later, linkBody, unknownId, type Walks } from './walk.fixture.ts'

/**
 * Organizations and their onboarding links: every operation of Ory's client, in the order of the resources' life cycle.
 */
export const organizationWalks: Walks = {
  createOrganization: {
    from: 'developer',
    valid: (client, { projectId }) =>
      client.projects.createOrganization({
        projectId,
        organizationBody: { label: 'Globex', domains: ['Globex.example.org'], session_lifespan: '12h' },
      }),
    answers: { label: 'Globex', domains: ['globex.example.org'], session_lifespan: '12h' },
    missing: ({ owner, projectId }) =>
      owner.projects.createOrganization({
        projectId,
        organizationBody: { label: 'Copycat', domains: ['globex.example.org'] },
      }),
    status: 409,
  },
  listOrganizations: {
    from: 'viewer',
    valid: (client, { projectId }) => client.projects.listOrganizations({ projectId, domain: 'GLOBEX.example.org' }),
    answers: { organizations: [{ label: 'Globex' }], has_next_page: false, next_page_token: '' },
    missing: ({ owner, projectId }) => owner.projects.listOrganizations({ projectId, pageToken: 'made up' }),
    status: 400,
  },
  getOrganization: {
    from: 'viewer',
    valid: (client, { orgOf }) => client.projects.getOrganization(orgOf()),
    answers: { organization: { label: 'Acme', created_at: expect.any(Date) } },
    missing: ({ owner, orgOf }) => owner.projects.getOrganization(orgOf(unknownId)),
  },
  updateOrganization: {
    from: 'developer',
    valid: (client, { orgOf }) =>
      client.projects.updateOrganization({ ...orgOf(), organizationBody: { label: 'Acme & Co' } }),
    answers: { label: 'Acme & Co', domains: [] },
    missing: ({ owner, orgOf }) =>
      owner.projects.updateOrganization({ ...orgOf(), organizationBody: { session_lifespan: '1s' } }),
    status: 400,
  },
  createOrganizationOnboardingPortalLink: {
    from: 'developer',
    valid: (client, { orgOf }) =>
      client.projects.createOrganizationOnboardingPortalLink({
        ...orgOf(),
        createOrganizationOnboardingPortalLinkBody: { ...linkBody, expires_at: later },
      }),
    answers: { value: expect.stringMatching(/^gol_/), enable_sso: true, expires_at: later },
    missing: ({ owner, orgOf }) => owner.projects.createOrganizationOnboardingPortalLink(orgOf()),
    status: 400,
  },
  getOrganizationOnboardingPortalLinks: {
    from: 'developer',
    valid: (client, { orgOf }) => client.projects.getOrganizationOnboardingPortalLinks(orgOf()),
    answers: { links: [{ value: anything }, { value: anything }] },
    missing: ({ owner, orgOf }) => owner.projects.getOrganizationOnboardingPortalLinks(orgOf(unknownId)),
  },
  updateOrganizationOnboardingPortalLink: {
    from: 'developer',
    valid: (client, { linkOf }) =>
      client.projects.updateOrganizationOnboardingPortalLink({
        ...linkOf(),
        updateOrganizationOnboardingPortalLinkBody: linkBody,
      }),
    answers: { enable_scim: false },
    missing: ({ owner, linkOf }) =>
      owner.projects.updateOrganizationOnboardingPortalLink({
        ...linkOf(unknownId),
        updateOrganizationOnboardingPortalLinkBody: linkBody,
      }),
  },
  deleteOrganizationOnboardingPortalLink: {
    from: 'developer',
    valid: (client, { linkOf }) => client.projects.deleteOrganizationOnboardingPortalLink(linkOf()),
    answers: undefined,
    missing: ({ owner, linkOf }) => owner.projects.deleteOrganizationOnboardingPortalLink(linkOf()),
  },
  deleteOrganization: {
    from: 'developer',
    valid: (client, { orgOf }) => client.projects.deleteOrganization(orgOf()),
    answers: undefined,
    missing: ({ owner, orgOf }) => owner.projects.deleteOrganization(orgOf()),
  },
}
