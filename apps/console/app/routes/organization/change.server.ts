import { redirect } from 'react-router'
import { presentConfig } from '../../configuration/project-document.server.ts'
import { withoutProvider } from '../../configuration/providers.ts'
import type { Changed } from '@gatehouse/client/control-plane'
import type { ProjectContext } from '../../control-plane/scope.server.ts'
import { notFound } from '../../failure/fail.server.ts'
import { refusedOrForbidden } from '../../form/faulty.server.ts'
import type { SubmittedForm } from '../../form/fields.server.ts'
import { connectionsOf } from '../../organizations/connections.server.ts'
import { type OnboardingLink, linkLifespans } from '../../organizations/organization.ts'
import { faultText } from '../../onboarding/fault-text.server.ts'
import { organizationBody, organizationRefused } from '../../organizations/submitted.server.ts'
import { saveConfig } from '../../organizations/save-config.server.ts'
import { linkAddress } from '../../links/link-token.server.ts'
import type { ConsoleRequest } from '../../request/console-request.ts'
import { setNotice } from '../../request/notice.server.ts'

/** Takes one of the page's forms. */
export async function changeOrganization(
  page: ConsoleRequest,
  scope: ProjectContext,
  given: string,
  form: SubmittedForm,
) {
  const id = encodeURIComponent(given)
  const here = `${scope.address}/organizations/${id}`
  switch (form.intent) {
    case 'save':
      return save(page, scope, { id, here }, form)
    case 'delete':
      return remove(page, scope, id, form)
    case 'remove_connection': {
      const connection = form.text('connection')
      const saved = await saveConfig(scope, (config) => {
        const isTheirs = connectionsOf(config, id).some((one) => one.id === connection)
        return isTheirs ? withoutProvider(config, connection) : config
      })
      if (saved.kind === 'refused') return refusedOrForbidden(page, form, saved)
      setNotice(page, 'console_organizations:connections.removed')
      return redirect(here, 303)
    }
    case 'check_connection':
      return check(page, scope, id, form)
    case 'create_link':
    case 'renew_link':
      return openLink(page, scope, id, form)
    case 'revoke_link': {
      const params = { organization_id: id, onboarding_portal_link_id: form.text('link') }
      const revoked = await scope.change('deleteOrganizationOnboardingPortalLink', { params })
      if (revoked.kind === 'refused') return refusedOrForbidden(page, form, revoked)
      setNotice(page, 'console_organizations:links.revoked')
      return redirect(here, 303)
    }
    default:
      throw notFound(page)
  }
}

interface Here {
  readonly id: string
  readonly here: string
}

async function save(page: ConsoleRequest, scope: ProjectContext, { id, here }: Here, form: SubmittedForm) {
  const read = organizationBody(page, form)
  if (read.kind === 'faulty') return read.answer
  const saved = await scope.change('updateOrganization', { params: { organization_id: id }, body: read.body })
  if (saved.kind === 'refused') return organizationRefused(page, scope, form, saved, { id, ...read.body })
  setNotice(page, 'console_organizations:fields.saved')
  return redirect(here, 303)
}

async function check(page: ConsoleRequest, scope: ProjectContext, id: string, form: SubmittedForm) {
  const params = { organization_id: id, connection_id: form.text('connection') }
  const checked = await scope.change('checkOrganizationConnection', { params })
  const fault = checked.kind === 'refused' ? faultText(page, checked) : undefined
  return { kind: 'checked' as const, label: form.text('label'), fault }
}

/** Connections go last: while the organization is there, they are how its people get in. */
async function remove(page: ConsoleRequest, scope: ProjectContext, id: string, form: SubmittedForm) {
  const removed = await scope.change('deleteOrganization', { params: { organization_id: id } })
  if (removed.kind === 'refused') return refusedOrForbidden(page, form, removed)
  const { config } = await presentConfig(scope)
  const theirs = connectionsOf(config, id)
  if (theirs.length > 0) {
    const without = (tree: typeof config) => theirs.reduce((rest, one) => withoutProvider(rest, one.id), tree)
    const cleaned = await saveConfig(scope, without)
    if (cleaned.kind === 'refused') return refusedOrForbidden(page, form, cleaned)
  }
  setNotice(page, 'console_organizations:delete.done', { label: form.text('label') })
  return redirect(`${scope.address}/organizations`, 303)
}

const dayMs = 24 * 60 * 60_000

async function openLink(page: ConsoleRequest, scope: ProjectContext, id: string, form: SubmittedForm) {
  const days = linkLifespans.find((known) => String(known) === form.text('days')) ?? 7
  const expiry = new Date(Date.now() + days * dayMs).toISOString()
  const body = { enable_sso: true, enable_scim: false, expires_at: expiry }
  const link = encodeURIComponent(form.text('link'))
  const made: Changed<OnboardingLink> =
    form.intent === 'renew_link'
      ? await scope.change('updateOrganizationOnboardingPortalLink', {
          params: { organization_id: id, onboarding_portal_link_id: link },
          body,
        })
      : await scope.change('createOrganizationOnboardingPortalLink', { params: { organization_id: id }, body })
  if (made.kind === 'refused') return refusedOrForbidden(page, form, made)
  return {
    kind: 'link' as const,
    id: made.body.id,
    address: linkAddress(scope.workspace.remoteOrigin ?? page.publicOrigin, 'onboarding', made.body.value),
    expiresAt: made.body.expires_at,
  }
}
