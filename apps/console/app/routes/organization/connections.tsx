import { Alert, Empty, Panel, Section } from '@gatehouse/design/content'
import { ButtonLink, CopyField } from '@gatehouse/design/controls'
import { Confirm } from '../../dialog/confirm.tsx'
import { ConsoleForm } from '../../form/console-form.tsx'
import { PageLink } from '../../page/page-link.tsx'
import { useProjectRoot } from '../../scopes/use-project-root.ts'
import { type Column, DataTable } from '../../table/data-table.tsx'
import { useText } from '../../text/texts.tsx'
import { useCopyTexts } from '../../form/use-copy-texts.ts'
import classes from './organization.module.css'
import type { readOrganization } from './organization.server.ts'

type Data = Awaited<ReturnType<typeof readOrganization>>
type Connection = Data['connections'][number]

export type ConnectionsProps = Omit<Data, 'links'> & {
  readonly mayChange: boolean
  /** The connection that was just tested, and its fault. */
  readonly checked: { readonly label: string; readonly fault: string | undefined } | undefined
}

/** The providers that an organization's people sign in with, and in no other way. */
export function Connections({ mayChange, checked, ...data }: ConnectionsProps) {
  const t = useText('console_organizations')
  const texts = useCopyTexts()
  const { organization, connections } = data
  const at = `${useProjectRoot()}/organizations/${organization.id}/connections`
  const columns: readonly Column<Connection>[] = [
    {
      id: 'label',
      heading: t('connections.one'),
      isName: true,
      render: ({ id, label }) =>
        mayChange ? (
          <PageLink href={`${at}/${id}`}>
            <bdi>{label || id}</bdi>
          </PageLink>
        ) : (
          <bdi>{label || id}</bdi>
        ),
    },
    { id: 'issuer', heading: t('connections.issuer'), render: ({ issuer }) => <bdi>{issuer}</bdi> },
    ...(mayChange
      ? [
          {
            id: 'actions',
            heading: '',
            look: 'actions' as const,
            size: 'long' as const,
            render: (connection: Connection) => <Actions {...connection} />,
          },
        ]
      : []),
  ]
  const add = mayChange && (
    <ButtonLink href={`${at}/new`} link={PageLink} size="small">
      {t('connections.add')}
    </ButtonLink>
  )
  return (
    <Section id="connections" title={t('connections.title')} intro={t('connections.lead')}>
      <Hints {...data} />
      {checked !== undefined && (
        <Alert
          autoFocus
          kind={checked.fault === undefined ? 'success' : 'error'}
          title={t(checked.fault === undefined ? 'connections.sound' : 'connections.faulty', { label: checked.label })}
        >
          {checked.fault ?? t('connections.sound_text')}
        </Alert>
      )}
      <DataTable
        caption={t('connections.title')}
        columns={columns}
        rows={connections}
        rowId={({ id }) => id}
        empty={
          <Empty drawing="bridge" title={t('connections.empty')}>
            <p>{t(mayChange ? 'connections.empty_text' : 'connections.empty_short')}</p>
            {add}
          </Empty>
        }
      />
      {connections.length > 0 && (
        <>
          <Panel padded>
            <CopyField
              label={t('connections.sign_in')}
              value={data.signInAddress}
              texts={texts}
              hint={t(data.asksForAddressFirst ? 'connections.sign_in_first' : 'connections.sign_in_hint')}
            />
          </Panel>
          <div>{add}</div>
        </>
      )}
    </Section>
  )
}

function Actions({ id, label }: Connection) {
  const t = useText('console_organizations')
  return (
    <div className={classes.actions}>
      <ConsoleForm
        intent="check_connection"
        submit={t('connections.check')}
        variant="plain"
        hidden={{ connection: id, label: label || id }}
      />
      <Confirm
        ask={`remove.${id}`}
        label={t('connections.remove')}
        title={t('connections.remove_title', { label: label || id })}
        confirm={t('connections.remove')}
        intent="remove_connection"
        hidden={{ connection: id }}
      >
        <p>{t('connections.remove_text')}</p>
      </Confirm>
    </div>
  )
}

/** Reasons why no one is redirected to a provider. */
function Hints({ organization, connections, isSwitchedOn }: Omit<ConnectionsProps, 'mayChange' | 'checked'>) {
  const t = useText('console_organizations')
  const root = useProjectRoot()
  if (connections.length === 0) return null
  return (
    <>
      {organization.domains.length === 0 && <Alert kind="info">{t('connections.no_domain')}</Alert>}
      {!isSwitchedOn && (
        <Alert kind="error">
          {t('connections.switched_off')}{' '}
          <PageLink href={`${root}/configuration`}>{t('connections.to_configuration')}</PageLink>
        </Alert>
      )}
    </>
  )
}
