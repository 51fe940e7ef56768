import { Empty } from '@gatehouse/design/content'
import { ButtonLink } from '@gatehouse/design/controls'
import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { askedFor } from '../../control-plane/list.server.ts'
import { enterOwnProject } from '../../control-plane/scope.server.ts'
import { PageHead } from '../../page/page-head.tsx'
import { PageLink } from '../../page/page-link.tsx'
import { useProjectRoot } from '../../scopes/use-project-root.ts'
import { consoleRequestOf } from '../../request/console-request.ts'
import { ListSearch, ListEmpty } from '../../table/filters.tsx'
import { Pager } from '../../table/pager.tsx'
import { useText } from '../../text/texts.tsx'
import { useMay, useScope } from '../../scopes/use-scope.ts'
import { organizationRows } from './organization-rows.server.ts'
import { OrganizationTable } from './organization-table.tsx'

export async function loader({ context, params }: LoaderFunctionArgs) {
  const page = consoleRequestOf(context)
  const scope = await enterOwnProject(page, params, 'organizations')
  // An address belongs to an organization by its domain. A remote control plane can be asked for a whole domain only.
  const q = askedFor(page, 'q').replace(/^.*@/, '')
  const query = scope.workspace.remoteOrigin === undefined ? { q } : { domain: q }
  const { body, pages } = await scope.list('listOrganizations', { query })
  return { organizations: await organizationRows(scope, body.organizations), q, pages }
}

/** The organizations of a project, whose people sign in at their own provider. */
export default function Organizations() {
  const t = useText('console_organizations')
  const title = useText('console')('nav.organizations')
  const { organizations, q, pages } = useLoaderData<typeof loader>()
  const root = useProjectRoot()
  const mayCreate = useMay()('createOrganization')
  const { remoteOrigin } = useScope().workspace
  const create = mayCreate && (
    <ButtonLink href={`${root}/organizations/new`} link={PageLink} size="small" variant="primary">
      {t('list.new')}
    </ButtonLink>
  )
  const isBare = organizations.length === 0 && q === '' && pages.first === undefined
  return (
    <>
      <PageHead title={title} intro={t('list.lead')} actions={organizations.length > 0 && create} />
      {!isBare && (
        <ListSearch
          q={q}
          label={t(remoteOrigin === undefined ? 'list.q' : 'list.domain')}
          hint={t(remoteOrigin === undefined ? 'list.q_hint' : 'list.domain_hint')}
        />
      )}
      <OrganizationTable
        rows={organizations}
        empty={
          <ListEmpty q={q} pages={pages}>
            <Empty drawing="bridge" title={t('list.empty')}>
              <p>{t('list.empty_text')}</p>
              {create}
            </Empty>
          </ListEmpty>
        }
      />
      <Pager {...pages} />
    </>
  )
}
