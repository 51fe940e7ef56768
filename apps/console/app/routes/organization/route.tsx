import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect, useActionData, useLoaderData } from 'react-router'
import type { CallResult } from '@gatehouse/client/control-plane'
import { Panel, Section } from '@gatehouse/design/content'
import { ButtonLink } from '@gatehouse/design/controls'

import { presentConfig } from '../../configuration/project-document.server.ts'
import { withoutProvider } from '../../configuration/providers.ts'
import { enterOwnProject, type ProjectContext } from '../../control-plane/scope.server.ts'
import { ConfirmRow } from '../../dialog/confirm-row.tsx'
import { DangerZone } from '../../dialog/danger-zone.tsx'
import { notFound } from '../../failure/fail.server.ts'
import { ConsoleForm } from '../../form/console-form.tsx'
import { refusedOrForbidden } from '../../form/faulty.server.ts'
import { readForm, type SubmittedForm } from '../../form/fields.server.ts'
import { refuseStaleForm } from '../../form/stale-form.server.ts'
import { useFormKey } from '../../form/use-form-key.ts'
import { linkAddress } from '../../links/link-token.server.ts'
import { faultText } from '../../onboarding/fault-text.server.ts'
import { connectionsOf } from '../../organizations/connections.server.ts'
import { OrganizationFields } from '../../organizations/organization-fields.tsx'
import { linkLifespans, type OnboardingLink } from '../../organizations/organization.ts'
import { saveConfig } from '../../organizations/save-config.server.ts'
import { organizationBody, organizationRefused, organizationValues } from '../../organizations/submitted.server.ts'
import { PageHead } from '../../page/page-head.tsx'
import { PageLink } from '../../page/page-link.tsx'
import { useProjectRoot } from '../../scopes/use-project-root.ts'
import { type ConsoleRequest, consoleRequestOf } from '../../request/console-request.ts'
import { setNotice } from '../../request/notice.server.ts'
import { useMay } from '../../scopes/use-scope.ts'
import { useText } from '../../text/texts.tsx'
import { Connections } from './connections.tsx'
import { Links } from './links.tsx'
import { readOrganization } from './organization.server.ts'

export async function loader({ context, params }: LoaderFunctionArgs) {
  return readOrganization(
    await enterOwnProject(consoleRequestOf(context), params, 'organizations'),
    params['organization'] ?? '',
  )
}

export async function action({ request, context, params }: ActionFunctionArgs) {
  const page = consoleRequestOf(context)
  const scope = await enterOwnProject(page, params, 'organizations')
  return changeOrganization(page, scope, params['organization'] ?? '', await readForm(request))
}

/** One organization: its domains, its connections, and its onboarding links. */
export default function Organization() {
  const t = useText('console_organizations')
  const data = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  const root = useProjectRoot()
  const may = useMay()
  const { organization, before } = data
  const formKey = useFormKey('save', before)
  const people = (
    <ButtonLink href={`${root}/people?organization=${organization.id}`} link={PageLink} size="small">
      {t('list.people')}
    </ButtonLink>
  )
  const shown = organization.domains.length === 0 ? t('list.no_domain') : organization.domains.join(', ')
  return (
    <>
      <PageHead title={organization.label} intro={<bdi>{shown}</bdi>} actions={people} />
      <Connections
        {...data}
        mayChange={may('patchProjectWithRevision')}
        checked={answer?.kind === 'checked' ? answer : undefined}
      />
      {data.links !== undefined && (
        <Links
          links={data.links}
          made={answer?.kind === 'link' ? answer : undefined}
          mayCreate={may('createOrganizationOnboardingPortalLink')}
        />
      )}
      {may('updateOrganization') && (
        <Section id="fields" title={t('fields.title')} intro={t('fields.lead')}>
          <Panel padded>
            <ConsoleForm key={formKey} intent="save" submit={t('fields.save')} before={before}>
              <OrganizationFields organization={organization} />
            </ConsoleForm>
          </Panel>
        </Section>
      )}
      {may('deleteOrganization') && <Danger label={organization.label} />}
    </>
  )
}

/** Deletes an organization after a confirmation, which says what happens to its people. */
function Danger({ label }: { readonly label: string }) {
  const t = useText('console_organizations')
  return (
    <DangerZone title={t('delete.title')}>
      <ConfirmRow
        ask="delete"
        label={t('delete.label')}
        intro={t('delete.lead')}
        title={t('delete.question', { label })}
        intent="delete"
        hidden={{ label }}
      >
        <p>{t('delete.people')}</p>
        <p>{t('delete.rest')}</p>
      </ConfirmRow>
    </DangerZone>
  )
}

/** Takes one of the page's forms. */
async function changeOrganization(page: ConsoleRequest, scope: ProjectContext, given: string, form: SubmittedForm) {
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
      const revoked = await scope.call('deleteOrganizationOnboardingPortalLink', { params })
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
  const { organization } = await scope.load('getOrganization', { params: { organization_id: id } })
  const stale = refuseStaleForm(page, form, organizationValues(organization))
  if (stale !== undefined) return stale
  const saved = await scope.call('updateOrganization', { params: { organization_id: id }, body: read.body })
  if (saved.kind === 'refused') return organizationRefused(page, scope, form, saved, { id, ...read.body })
  setNotice(page, 'console_organizations:fields.saved')
  return redirect(here, 303)
}

async function check(page: ConsoleRequest, scope: ProjectContext, id: string, form: SubmittedForm) {
  const params = { organization_id: id, connection_id: form.text('connection') }
  const checked = await scope.call('checkOrganizationConnection', { params })
  const fault = checked.kind === 'refused' ? faultText(page, checked) : undefined
  return { kind: 'checked' as const, label: form.text('label'), fault }
}

/** Connections go last: while the organization is there, they are how its people get in. */
async function remove(page: ConsoleRequest, scope: ProjectContext, id: string, form: SubmittedForm) {
  const removed = await scope.call('deleteOrganization', { params: { organization_id: id } })
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
  const made: CallResult<OnboardingLink> =
    form.intent === 'renew_link'
      ? await scope.call('updateOrganizationOnboardingPortalLink', {
          params: { organization_id: id, onboarding_portal_link_id: link },
          body,
        })
      : await scope.call('createOrganizationOnboardingPortalLink', { params: { organization_id: id }, body })
  if (made.kind === 'refused') return refusedOrForbidden(page, form, made)
  return {
    kind: 'link' as const,
    id: made.body.id,
    address: linkAddress(scope.workspace.remoteOrigin ?? page.publicOrigin, 'onboarding', made.body.value),
    expiresAt: made.body.expires_at,
  }
}
