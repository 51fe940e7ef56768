import { Badge, Empty, Panel, Section } from '@gatehouse/design/content'
import { Confirm } from '../../dialog/confirm.tsx'
import { ChoiceField, ConsoleForm } from '../../form/console-form.tsx'
import { OneTime } from '../../one-time/one-time.tsx'
import { linkLifespans } from '../../organizations/organization.ts'
import { type Column, DataTable } from '../../table/data-table.tsx'
import { Instant } from '../../text/instant.tsx'
import { useText } from '../../text/texts.tsx'
import classes from './organization.module.css'

/** An onboarding link as the list shows it: without its secret value. */
export interface LinkRow {
  readonly id: string
  /** Another control plane may not say it. */
  readonly createdAt: string | undefined
  readonly expiresAt: string
  readonly isOpen: boolean
}

export interface LinksProps {
  readonly links: readonly LinkRow[]
  /** The one that was just made, or renewed. */
  readonly made: { readonly id: string; readonly address: string; readonly expiresAt: string } | undefined
  readonly mayCreate: boolean
}

/** Ways in for the customer's administrator, who sets up their own sign-in. */
export function Links({ links, made, mayCreate }: LinksProps) {
  const t = useText('console_organizations')
  const columns: readonly Column<LinkRow>[] = [
    {
      id: 'created',
      heading: t('links.created'),
      isName: true,
      render: ({ createdAt }) => (createdAt === undefined ? '–' : <Instant at={createdAt} />),
    },
    {
      id: 'state',
      heading: t('links.state'),
      card: 'end',
      size: 'short',
      render: ({ isOpen }) => (
        <Badge tone={isOpen ? 'good' : 'neutral'}>{t(isOpen ? 'links.open' : 'links.expired')}</Badge>
      ),
    },
    {
      id: 'expires',
      heading: t('links.expires'),
      look: 'number',
      size: 'long',
      render: ({ expiresAt }) => <Instant at={expiresAt} />,
    },
    ...(mayCreate
      ? [
          {
            id: 'actions',
            heading: '',
            look: 'actions' as const,
            size: 'longest' as const,
            render: (row: LinkRow) => <Actions link={row} />,
          },
        ]
      : []),
  ]
  const lifespans = linkLifespans.map((days) => ({ value: String(days), label: t('links.days', { count: days }) }))
  return (
    <Section id="links" title={t('links.title')} intro={t('links.lead')}>
      {made !== undefined && (
        <OneTime key={made.expiresAt} title={t('links.made')} label={t('links.value')} value={made.address}>
          {t('links.once')}
        </OneTime>
      )}
      <DataTable
        caption={t('links.title')}
        columns={columns}
        rows={links}
        rowId={({ id }) => id}
        empty={<Empty drawing="bridge" title={t('links.empty')} />}
      />
      {mayCreate && (
        <Panel padded>
          <ConsoleForm intent="create_link" submit={t('links.create')}>
            <ChoiceField name="days" label={t('links.lifespan')} defaultValue="7" options={lifespans} />
          </ConsoleForm>
        </Panel>
      )}
    </Section>
  )
}

/** Days. */
const renewedFor = 7

function Actions({ link: { id } }: { readonly link: LinkRow }) {
  const t = useText('console_organizations')
  return (
    <div className={classes.actions}>
      <ConsoleForm
        intent="renew_link"
        submit={t('links.renew')}
        variant="plain"
        hidden={{ link: id, days: String(renewedFor) }}
      />
      <Confirm
        ask={`revoke.${id}`}
        label={t('links.revoke')}
        title={t('links.revoke_title')}
        confirm={t('links.revoke')}
        intent="revoke_link"
        hidden={{ link: id }}
      >
        <p>{t('links.revoke_text')}</p>
      </Confirm>
    </div>
  )
}
