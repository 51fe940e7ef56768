import { ButtonLink } from '@gatehouse/design/controls'
import { Icon } from '@gatehouse/design/content'
import { type LoaderFunctionArgs, useLoaderData, useSearchParams } from 'react-router'
import { enterScope } from '../../control-plane/scope.server.ts'
import { PageHead } from '../../page/page-head.tsx'
import { consoleRequestOf } from '../../request/console-request.ts'
import { Pager } from '../../table/pager.tsx'
import { useText } from '../../text/texts.tsx'
import { useScope } from '../../scopes/use-scope.ts'
import { AuditFilters } from './audit-filters.tsx'
import { AuditTable } from './audit-table.tsx'
import { filtersIn } from './audit.ts'

export async function loader({ context, params, url }: LoaderFunctionArgs) {
  const scope = await enterScope(consoleRequestOf(context), params)
  const query = Object.fromEntries(filtersIn(url.searchParams))
  const { body, pages } = await scope.list(scope.pick('listWorkspaceAudit', 'listProjectAudit'), {
    token: 'after',
    query,
  })
  return { entries: body.entries, operations: body.operations, pages }
}

/** The audit log: the actor, the change and the time of each entry. */
export default function Audit() {
  const t = useText('console_workspace')
  const title = useText('console')('nav.audit')
  const { entries, operations, pages } = useLoaderData<typeof loader>()
  const { workspace, project } = useScope()
  const [search] = useSearchParams()
  const given = filtersIn(search)
  const address = `/w/${workspace.slug}${project === undefined ? '' : `/p/${project.slug}`}/audit`
  const exportOf = (format: string) => `${address}/export?${new URLSearchParams([...given, ['format', format]])}`
  const download = <Icon name="download" size={18} />
  return (
    <>
      <PageHead
        title={title}
        intro={t(`audit.lead.${project === undefined ? 'workspace' : 'project'}`)}
        actions={
          <>
            <ButtonLink href={exportOf('csv')} size="small" icon={download} download>
              CSV
            </ButtonLink>
            <ButtonLink href={exportOf('jsonl')} size="small" icon={download} download>
              JSON Lines
            </ButtonLink>
          </>
        }
      />
      <AuditFilters operations={operations} />
      <AuditTable entries={entries} isFiltered={given.size > 0} />
      <Pager {...pages} />
    </>
  )
}
