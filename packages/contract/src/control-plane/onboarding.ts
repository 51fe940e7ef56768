import { z } from 'zod'

import { timestamp } from './fields.ts'
import type { OperationContract } from './operation.ts'

const wellKnown = /\/\.well-known\/openid-configuration\/?$/

/** People often paste the address of the metadata; the suffix is removed. */
const issuer = z
  .url({ protocol: /^https?$/, error: 'it is no URL such as https://login.example.org' })
  .max(2_048)
  .refine((text) => !/[?#@]/.test(text), 'it has a query, a fragment or a user name')
  .transform((text) => text.replace(wellKnown, ''))

const connectionBody = z.strictObject({
  issuer_url: issuer,
  client_id: z.string().trim().min(1, 'it is empty').max(500),
  client_secret: z.string().trim().max(2_000).optional(),
})
/** An administrator's settings of their provider. */
export type ConnectionBody = z.output<typeof connectionBody>

/** The view of the holder of an onboarding link. Secrets are said to be there, and never shown. */
const onboarding = z
  .object({
    organization: z.object({ label: z.string(), domains: z.array(z.string()) }),
    project: z.object({ name: z.string() }),
    expires_at: timestamp,
    redirect_uri: z.string(),
    sign_in_url: z.string(),
    connection: z.object({ issuer_url: z.string(), client_id: z.string(), has_secret: z.boolean() }).nullable(),
  })
  .meta({ id: 'Onboarding' })

const checked = z.object({ issuer: z.string() })

/** The operations of an organization's administrator with an onboarding link, and the check that operators have too. */
export const onboardingContract = {
  checkOrganizationConnection: {
    method: 'POST',
    path: '/projects/{project_id}/organizations/{organization_id}/connections/{connection_id}/check',
    scope: 'project',
    origin: 'ours',
    summary: 'Tries the provider of an organization.',
    answers: { 200: checked },
  },
  getOnboarding: {
    method: 'GET',
    path: '/onboarding/organization',
    scope: 'onboarding',
    origin: 'ours',
    summary: 'Reads the organization of an onboarding link, and what to register at its provider.',
    answers: { 200: onboarding },
  },
  setOnboardingConnection: {
    method: 'PUT',
    path: '/onboarding/connection',
    scope: 'onboarding',
    origin: 'ours',
    summary: 'Connects the organization to its provider, which is tried first.',
    body: connectionBody,
    answers: { 200: onboarding },
  },
  checkOnboardingConnection: {
    method: 'POST',
    path: '/onboarding/connection/check',
    scope: 'onboarding',
    origin: 'ours',
    summary: 'Tries the provider of the organization.',
    answers: { 200: checked },
  },
} as const satisfies Readonly<Record<string, OperationContract>>
