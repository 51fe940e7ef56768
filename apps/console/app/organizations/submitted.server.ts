import { domainToASCII } from 'node:url'
import type { ProjectContext } from '../control-plane/scope.server.ts'
import { faulty, refusedOrForbidden } from '../form/faulty.server.ts'
import type { SubmittedForm } from '../form/fields.server.ts'
import type { FormValues } from '../form/stale-form.server.ts'
import type { Organization } from './organization.ts'
import type { ConsoleRequest } from '../request/console-request.ts'
import type { CallResult } from '@gatehouse/client/control-plane'

const kept = ['label', 'domains', 'session_lifespan'] as const

/** The values of an organization's form. */
export function organizationValues(organization: Organization): FormValues {
  const { label, domains, session_lifespan: lifespan = '' } = organization
  return { label, domains: domains.join('\n'), session_lifespan: lifespan }
}

const domainForm = /^(?:[a-z0-9](?:-*[a-z0-9])*\.)+[a-z0-9](?:-*[a-z0-9])+$/

/** Returns the body of an organization from its form; or the form again, with its faults. */
export function organizationBody({ t }: ConsoleRequest, form: SubmittedForm) {
  const written = form
    .text('domains')
    .split(/[\s,;]+/)
    .filter(Boolean)
  const domains = written.map((text) => ({ text, domain: domainToASCII(text.replace(/^@/, '')).toLowerCase() }))
  const wrong = domains.find(({ domain }) => !domainForm.test(domain))
  const lifespan = form.text('session_lifespan')
  const faults = {
    ...(form.text('label') === '' && { label: t('console_organizations:fault.label') }),
    ...(wrong && { domains: t('console_organizations:fault.domain', { domain: wrong.text }) }),
    ...(/^(?:|\d{1,9}[smh])$/.test(lifespan) ? {} : { session_lifespan: t('console_organizations:fault.lifespan') }),
  }
  if (Object.keys(faults).length > 0) return { kind: 'faulty', answer: faulty(form, faults, kept) } as const
  const names = [...new Set(domains.map(({ domain }) => domain))]
  return {
    kind: 'sound',
    body: { label: form.text('label'), domains: names, session_lifespan: lifespan },
  } as const
}

/** The form again, after the control plane refused it: a domain that is taken is reported at its field, with its owner. */
export async function organizationRefused(
  page: ConsoleRequest,
  scope: ProjectContext,
  form: SubmittedForm,
  refused: Extract<CallResult<unknown>, { kind: 'refused' }>,
  wanted: { readonly id?: string; readonly domains: readonly string[] },
) {
  if (refused.status !== 409) return refusedOrForbidden(page, form, refused, kept)
  for (const domain of wanted.domains) {
    const query = { domain, page_size: '1' }
    const { organizations } = await scope.load('listOrganizations', { query })
    const owner = organizations.find(({ id }) => id !== wanted.id)
    if (owner === undefined) continue
    const text = page.t('console_organizations:fault.domain_taken', { domain, label: owner.label })
    return faulty(form, { domains: text }, kept, 409)
  }
  return refusedOrForbidden(page, form, refused, kept)
}
