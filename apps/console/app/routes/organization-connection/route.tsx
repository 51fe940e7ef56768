import { Panel } from '@gatehouse/design/content'
import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect, useLoaderData } from 'react-router'
import { presentConfig } from '../../configuration/project-document.server.ts'
import { findProvider, withProvider } from '../../configuration/providers.ts'
import { enterOwnProject, type ProjectContext } from '../../control-plane/scope.server.ts'
import { forbidden, notFound } from '../../failure/fail.server.ts'
import { faulty, refusedOrForbidden } from '../../form/faulty.server.ts'
import { readForm } from '../../form/fields.server.ts'
import { refuseStaleForm } from '../../form/stale-form.server.ts'
import { PageHead } from '../../page/page-head.tsx'
import { newConnectionId, redirectUri, switchedOn } from '../../organizations/connections.server.ts'
import { saveConfig } from '../../organizations/save-config.server.ts'
import { type ConsoleRequest, consoleRequestOf } from '../../request/console-request.ts'
import { setNotice } from '../../request/notice.server.ts'
import { useText } from '../../text/texts.tsx'
import { connectionFaults, connectionOf, connectionValues, keptFields } from './connection-fields.server.ts'
import { ConnectionForm } from './connection-form.tsx'
import { useProjectRoot } from '../../scopes/use-project-root.ts'

/** The organization that the address names, and the current state of its connection. */
async function read(page: ConsoleRequest, scope: ProjectContext, params: LoaderFunctionArgs['params']) {
  if (!scope.may('patchProjectWithRevision')) throw forbidden(page)
  const named = { organization_id: params['organization'] ?? '' }
  const { organization } = await scope.load('getOrganization', { params: named })
  const { config } = await presentConfig(scope)
  const wanted = params['connection'] ?? 'new'
  const isNew = wanted === 'new'
  const id = isNew ? newConnectionId(config, organization.id) : wanted
  const provider = isNew ? { label: organization.label } : findProvider(config, id)
  if (provider === undefined) throw notFound(page)
  if (!isNew && provider['organization_id'] !== organization.id) throw notFound(page)
  return { organization, id, isNew, provider, config }
}

export async function loader({ context, params }: LoaderFunctionArgs) {
  const page = consoleRequestOf(context)
  const scope = await enterOwnProject(page, params, 'organizations')
  const { organization, id, isNew, provider, config } = await read(page, scope, params)
  return {
    label: organization.label,
    organizationId: organization.id,
    isNew,
    values: connectionValues(provider),
    hasSecret: provider['client_secret'] !== undefined,
    redirectUri: redirectUri(config, scope.project.origin ?? '', organization.id, id),
  }
}

export async function action({ request, context, params }: ActionFunctionArgs) {
  const page = consoleRequestOf(context)
  const scope = await enterOwnProject(page, params, 'organizations')
  const { organization, id, provider } = await read(page, scope, params)
  const form = await readForm(request)
  const faults = connectionFaults(form, provider)
  if (faults.length > 0) {
    const fields = Object.fromEntries(faults.map((name) => [name, page.t(`console_organizations:fault.${name}`)]))
    return faulty(form, fields, keptFields)
  }
  const stale = refuseStaleForm(page, form, connectionValues(provider))
  if (stale !== undefined) return stale
  const own = { id, organizationId: organization.id }
  const saved = await saveConfig(scope, (config) =>
    withProvider(switchedOn(config), connectionOf(findProvider(config, id) ?? {}, form, own)),
  )
  if (saved.kind === 'refused') return refusedOrForbidden(page, form, saved, keptFields)
  setNotice(page, 'console_organizations:connection.saved')
  return redirect(`${scope.address}/organizations/${organization.id}`, 303)
}

/** One connection: the provider at which the people of an organization sign in. */
export default function OrganizationConnection() {
  const t = useText('console_organizations')
  const loaded = useLoaderData<typeof loader>()
  const { label, organizationId, isNew, values } = loaded
  const root = useProjectRoot()
  return (
    <>
      <PageHead
        title={isNew ? t('connection.new_title', { label }) : t('connection.title', { label: values.label || label })}
        intro={t('connection.lead')}
        crumbs={[{ href: `${root}/organizations/${organizationId}`, label }]}
      />
      <Panel padded>
        <ConnectionForm {...loaded} />
      </Panel>
    </>
  )
}
