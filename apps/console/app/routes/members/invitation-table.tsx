import { Badge, Empty, Section } from '@gatehouse/design/content'
import { Confirm } from '../../dialog/confirm.tsx'
import { type Column, DataTable } from '../../table/data-table.tsx'
import { Pager, type PagerProps } from '../../table/pager.tsx'
import { Instant } from '../../text/instant.tsx'
import { useText } from '../../text/texts.tsx'
import { useMay } from '../../scopes/use-scope.ts'
import type { Invitation } from './members.ts'

export interface InvitationTableProps {
  readonly invitations: readonly Invitation[]
  readonly pages: PagerProps
}

/** Invitations that have not been accepted yet. */
export function InvitationTable({ invitations, pages }: InvitationTableProps) {
  const t = useText('console_workspace')
  const shared = useText('console')
  const may = useMay()
  const columns: readonly Column<Invitation>[] = [
    { id: 'email', heading: t('invite.email'), isName: true, render: (row) => <bdi>{row.invitee_email}</bdi> },
    {
      id: 'role',
      heading: t('members.role'),
      size: 'short',
      card: 'end',
      render: (row) => <Badge>{shared(`role.${row.role}`)}</Badge>,
    },
    {
      id: 'by',
      heading: t('invite.by'),
      card: 'none',
      size: 'medium',
      render: (row) => <bdi>{row.owner_email || t('invite.by_program')}</bdi>,
    },
    {
      id: 'expires',
      heading: t('invite.expires'),
      look: 'number',
      size: 'long',
      render: (row) => (row.status === 'expired' ? t('invite.expired') : <Instant at={row.expires_at} />),
    },
    ...(may('revokeWorkspaceInvite')
      ? [
          {
            id: 'actions',
            heading: '',
            look: 'actions' as const,
            size: 'long' as const,
            render: (row: Invitation) => <Revoke invitation={row} />,
          },
        ]
      : []),
  ]
  return (
    <Section id="invitations" title={t('invite.pending')}>
      <DataTable
        caption={t('invite.pending')}
        columns={columns}
        rows={invitations}
        rowId={({ id }) => id}
        empty={<Empty title={t('invite.none')} />}
      />
      <Pager {...pages} label={t('invite.pending')} />
    </Section>
  )
}

function Revoke({ invitation: { id, invitee_email: email, status } }: { readonly invitation: Invitation }) {
  const t = useText('console_workspace')
  if (status !== 'pending') return null
  return (
    <Confirm
      ask={`revoke.${id}`}
      label={t('invite.revoke')}
      title={t('invite.revoke_title', { email })}
      confirm={t('invite.revoke')}
      intent="revoke"
      hidden={{ invitation: id, name: email }}
    >
      <p>{t('invite.revoke_text')}</p>
    </Confirm>
  )
}
