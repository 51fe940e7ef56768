import { z } from 'zod'

import { id, moment, timestamp } from './fields.ts'
import type { OperationContract } from './operation.ts'
import { organization, organizationBody } from './organization-shapes.ts'
import { pageOf, paging, search } from './paging.ts'

const all = '/projects/{project_id}/organizations'
const one = `${all}/{organization_id}` as const
const links = `${one}/onboarding-portal-links` as const
const link = `${links}/{onboarding_portal_link_id}` as const

/** Organizations of a project: the field's operations, the deprecated ones as well. */
export const organizationContract = {
  listOrganizations: {
    method: 'GET',
    path: all,
    scope: 'project',
    origin: 'field',
    summary: 'Lists the organizations of a project.',
    query: z.object({ ...paging, ...search, domain: z.string().toLowerCase().optional() }),
    answers: { 200: pageOf('organizations', organization) },
  },
  createOrganization: {
    method: 'POST',
    path: all,
    scope: 'project',
    origin: 'field',
    summary: 'Makes an organization.',
    body: organizationBody,
    answers: { 201: organization },
  },
  getOrganization: {
    method: 'GET',
    path: one,
    scope: 'project',
    origin: 'field',
    summary: 'Reads an organization.',
    answers: { 200: z.object({ organization }) },
  },
  updateOrganization: {
    method: 'PUT',
    path: one,
    scope: 'project',
    origin: 'field',
    summary: 'Changes an organization.',
    body: organizationBody,
    answers: { 200: organization },
  },
  deleteOrganization: {
    method: 'DELETE',
    path: one,
    scope: 'project',
    origin: 'field',
    summary: 'Deletes an organization.',
    answers: { 204: null },
  },
} as const satisfies Readonly<Record<string, OperationContract>>

const address = z.string().max(2_048).optional()

const updateLinkBody = z.strictObject({
  enable_sso: z.boolean(),
  enable_scim: z.boolean(),
  expires_at: moment.nullish(),
})
const addresses = {
  apple_mapper_url: address,
  auth0_mapper_url: address,
  custom_hostname_id: z.string().max(200).nullish(),
  facebook_mapper_url: address,
  generic_oidc_mapper_url: address,
  github_mapper_url: address,
  gitlab_mapper_url: address,
  google_mapper_url: address,
  microsoft_mapper_url: address,
  netid_mapper_url: address,
  proxy_acs_url: address,
  proxy_oidc_redirect_url: address,
  proxy_saml_audience_override: address,
  proxy_scim_server_url: address,
  saml_mapper_url: address,
  scim_mapper_url: address,
}

/** `OnboardingPortalLink` of the wire. `value` is the secret of the link. */
const portalLink = z
  .object({
    ...addresses,
    enable_sso: z.boolean().optional(),
    enable_scim: z.boolean().optional(),
    id,
    organization_id: z.string(),
    project_id: z.string(),
    value: z.string(),
    expires_at: timestamp,
    created_at: timestamp.optional(),
    updated_at: timestamp.optional(),
  })
  .meta({ id: 'OnboardingPortalLink' })

/** Onboarding links of an organization: the field's operations. An update is a POST to the link, as there. */
export const linkContract = {
  getOrganizationOnboardingPortalLinks: {
    method: 'GET',
    path: links,
    scope: 'project',
    origin: 'field',
    summary: 'Lists the onboarding links of an organization, each with its secret unless `redacted` is true.',
    query: z.object({ redacted: z.enum(['true', 'false'], 'has to be true or false.').optional() }),
    answers: { 200: z.object({ links: z.array(portalLink.partial({ value: true })) }) },
  },
  createOrganizationOnboardingPortalLink: {
    method: 'POST',
    path: links,
    scope: 'project',
    origin: 'field',
    summary: 'Makes an onboarding link, for seven days unless it says otherwise.',
    body: updateLinkBody.extend(addresses),
    answers: { 201: portalLink },
  },
  updateOrganizationOnboardingPortalLink: {
    method: 'POST',
    path: link,
    scope: 'project',
    origin: 'field',
    summary: 'Changes an onboarding link.',
    body: updateLinkBody,
    answers: { 200: portalLink },
  },
  deleteOrganizationOnboardingPortalLink: {
    method: 'DELETE',
    path: link,
    scope: 'project',
    origin: 'field',
    summary: 'Takes an onboarding link back.',
    answers: { 204: null },
  },
} as const satisfies Readonly<Record<string, OperationContract>>
