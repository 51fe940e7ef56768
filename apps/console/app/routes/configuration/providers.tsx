import { Empty, Section } from '@gatehouse/design/content'
import { ButtonLink } from '@gatehouse/design/controls'
import { kindOfProvider } from '../../configuration/provider-kinds.ts'
import type { ProviderLine } from '../../configuration/providers.ts'
import { ConsoleForm } from '../../form/console-form.tsx'
import { PageLink } from '../../page/page-link.tsx'
import { type Column, DataTable } from '../../table/data-table.tsx'
import { useText } from '../../text/texts.tsx'

export interface ProvidersProps {
  readonly providers: readonly ProviderLine[]
  readonly revision: string
  readonly mayChange: boolean
}

/** The providers that people can sign in with. */
export function Providers({ providers, revision, mayChange }: ProvidersProps) {
  const t = useText('console_projects')
  const columns: readonly Column<ProviderLine>[] = [
    {
      id: 'provider',
      heading: t('provider.one'),
      isName: true,
      render: ({ id, label }) =>
        mayChange ? (
          <PageLink href={`providers/${id}`}>
            <bdi>{label || id}</bdi>
          </PageLink>
        ) : (
          <bdi>{label || id}</bdi>
        ),
    },
    {
      id: 'kind',
      heading: t('provider.kind'),
      size: 'medium',
      render: ({ kind }) => <bdi>{kindOfProvider(kind).label}</bdi>,
    },
    { id: 'issuer', heading: t('provider.issuer'), render: ({ issuer }) => <bdi>{issuer}</bdi> },
    {
      id: 'of',
      heading: t('provider.for'),
      size: 'medium',
      render: ({ organizationId }) =>
        organizationId === undefined ? t('provider.for_all') : t('provider.for_organization'),
    },
    {
      id: 'actions',
      heading: '',
      look: 'actions',
      size: 'medium',
      render: ({ id }) =>
        mayChange && (
          <ConsoleForm
            intent="remove_provider"
            submit={t('provider.remove')}
            variant="danger"
            hidden={{ revision, provider: id }}
          />
        ),
    },
  ]
  const add = mayChange && (
    <ButtonLink href="providers/new" link={PageLink} size="small">
      {t('provider.add')}
    </ButtonLink>
  )
  return (
    <Section id="providers" title={t('provider.title')} intro={t('provider.lead')}>
      <DataTable
        caption={t('provider.title')}
        columns={columns}
        rows={providers}
        rowId={({ id }) => id}
        empty={
          <Empty drawing="bridge" title={t('provider.empty')}>
            {add}
          </Empty>
        }
      />
      {providers.length > 0 && <div>{add}</div>}
    </Section>
  )
}
