import type { ReactNode } from 'react'
import { PageLink } from '../../layout/page-link.tsx'
import type { Organization } from '../../organizations/organization.ts'
import { useProjectRoot } from '../../people/project-root.ts'
import { type Column, DataTable } from '../../table/data-table.tsx'
import { Instant } from '../../text/instant.tsx'
import { useText } from '../../text/texts.tsx'

export interface OrganizationTableProps {
  readonly rows: readonly Organization[]
  readonly empty: ReactNode
}

/** One page of organizations. */
export function OrganizationTable({ rows, empty }: OrganizationTableProps) {
  const t = useText('console_organizations')
  const title = useText('console')('nav.organizations')
  const root = useProjectRoot()
  const columns: readonly Column<Organization>[] = [
    {
      id: 'label',
      heading: t('list.organization'),
      isName: true,
      render: ({ id, label }) => (
        <PageLink href={`${root}/organizations/${id}`}>
          <bdi>{label}</bdi>
        </PageLink>
      ),
    },
    {
      id: 'domains',
      heading: t('fields.domains'),
      render: ({ domains }) => (domains.length === 0 ? t('list.no_domain') : <bdi>{domains.join(', ')}</bdi>),
    },
    {
      id: 'people',
      heading: t('list.people'),
      look: 'word',
      render: ({ id, label }) => (
        <PageLink href={`${root}/people?organization=${id}`} aria-label={t('list.people_of', { label })}>
          {t('list.people')}
        </PageLink>
      ),
    },
    {
      id: 'created',
      heading: t('list.created'),
      look: 'number',
      render: ({ created_at: at }) => <Instant at={at} look="date" />,
    },
  ]
  return <DataTable caption={title} columns={columns} rows={rows} rowId={({ id }) => id} empty={empty} />
}
