import { Badge } from '@gatehouse/design/content'
import type { ReactNode } from 'react'
import { PageLink } from '../../page/page-link.tsx'
import { useProjectRoot } from '../../scopes/use-project-root.ts'
import { type Column, DataTable } from '../../table/data-table.tsx'
import { Instant } from '../../text/instant.tsx'
import { useText } from '../../text/texts.tsx'
import type { OrganizationRow } from './organization-rows.server.ts'

export interface OrganizationTableProps {
  readonly rows: readonly OrganizationRow[]
  readonly empty: ReactNode
}

/** One page of organizations. */
export function OrganizationTable({ rows, empty }: OrganizationTableProps) {
  const t = useText('console_organizations')
  const title = useText('console')('nav.organizations')
  const root = useProjectRoot()
  const columns: readonly Column<OrganizationRow>[] = [
    {
      id: 'label',
      heading: t('list.organization'),
      isName: true,
      title: ({ label }) => label,
      render: ({ id, label }) => (
        <PageLink href={`${root}/organizations/${id}`}>
          <bdi>{label}</bdi>
        </PageLink>
      ),
    },
    {
      id: 'domains',
      heading: t('fields.domains'),
      size: 'long',
      title: ({ domains }) => domains.join(', '),
      render: ({ domains }) => (domains.length === 0 ? t('list.no_domain') : <bdi>{domains.join(', ')}</bdi>),
    },
    {
      id: 'people',
      heading: t('list.people'),
      look: 'number',
      size: 'date',
      card: 'end',
      render: ({ id, label, people }) => (
        <PageLink
          href={`${root}/people?organization=${id}`}
          aria-label={
            people === undefined ? t('list.people_of', { label }) : t('list.people_in', { count: people, label })
          }
        >
          {people ?? t('list.people')}
        </PageLink>
      ),
    },
    {
      id: 'sso',
      heading: t('list.sso'),
      card: 'state',
      size: 'medium',
      from: 'medium',
      render: ({ sso }) => <Badge tone={sso === 'on' ? 'good' : 'neutral'}>{t(`list.sso_${sso}`)}</Badge>,
    },
    {
      id: 'created',
      heading: t('list.created'),
      size: 'date',
      from: 'wide',
      render: ({ createdAt }) => <Instant at={createdAt} look="date" />,
    },
  ]
  return <DataTable caption={title} columns={columns} rows={rows} rowId={({ id }) => id} empty={empty} rowsAreLinks />
}
