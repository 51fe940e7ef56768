import { Badge, Empty, Icon, Popover, PopoverItem } from '@gatehouse/design/content'
import { roles } from '@gatehouse/contract/operators'
import { ConfirmDialog } from '../../dialog/confirm.tsx'
import { useDialogParam } from '../../dialog/use-dialog-param.ts'
import { ChoiceField } from '../../form/console-form.tsx'
import { SamePageLink } from '../../page/page-link.tsx'
import { PersonCell } from '../../people/person-cell.tsx'
import { ListEmpty } from '../../table/filters.tsx'
import { type Column, DataTable } from '../../table/data-table.tsx'
import type { PagerProps } from '../../table/pager.tsx'
import { useText } from '../../text/texts.tsx'
import { useMay } from '../../scopes/use-scope.ts'
import type { Member } from './members.ts'

export interface MemberTableProps {
  readonly members: readonly Member[]
  readonly q: string
  readonly pages: PagerProps
}

/** The members of a workspace, each with its actions. */
export function MemberTable({ members, q, pages }: MemberTableProps) {
  const t = useText('console_workspace')
  const shared = useText('console')
  const may = useMay()
  const columns: readonly Column<Member>[] = [
    {
      id: 'person',
      heading: t('members.person'),
      isName: true,
      render: ({ name, email }) => <PersonCell name={name || email} address={email} />,
    },
    {
      id: 'role',
      heading: t('members.role'),
      size: 'short',
      title: ({ role }) => (role ? shared(`role.${role}`) : ''),
      render: ({ role }) => role && <Badge>{shared(`role.${role}`)}</Badge>,
    },
    ...(may('setWorkspaceMember')
      ? [
          {
            id: 'actions',
            heading: '',
            look: 'actions',
            card: 'end',
            size: 'short',
            render: (row: Member) => <Actions member={row} />,
          } as const,
        ]
      : []),
  ]
  return (
    <DataTable
      caption={shared('nav.members')}
      columns={columns}
      rows={members}
      rowId={({ id }) => id}
      empty={
        <ListEmpty q={q} pages={pages}>
          <Empty title={t('members.empty')}>{t('members.empty_text')}</Empty>
        </ListEmpty>
      }
    />
  )
}

function Actions({ member }: { readonly member: Member }) {
  const t = useText('console_workspace')
  const { dialogHref } = useDialogParam()
  const name = member.name || member.email
  const hidden = { member: member.id, name }
  const role = `role.${member.id}`
  const remove = `remove.${member.id}`
  return (
    <>
      <Popover look="icon" align="end" name={t('members.actions', { name })} label={<Icon name="more" size={20} />}>
        <PopoverItem link={SamePageLink} href={dialogHref(role)}>
          {t('members.change_role')}
        </PopoverItem>
        <PopoverItem link={SamePageLink} href={dialogHref(remove)} isDanger>
          {t('members.remove')}
        </PopoverItem>
      </Popover>
      <ConfirmDialog
        ask={role}
        title={t('members.role_title', { name })}
        confirm={t('members.change_role')}
        intent="role"
        hidden={hidden}
        variant="plain"
        fields={<RoleField current={member.role ?? ''} />}
      />
      <ConfirmDialog
        ask={remove}
        title={t('members.remove_title', { name })}
        confirm={t('members.remove')}
        intent="remove"
        hidden={hidden}
      >
        <p>{t('members.remove_text')}</p>
      </ConfirmDialog>
    </>
  )
}

/** The choice of a role, with the permissions of each. */
export function RoleField({ current }: { readonly current: string }) {
  const t = useText('console_workspace')
  const shared = useText('console')
  const options = roles.map((value) => ({ value, label: `${shared(`role.${value}`)}: ${t(`role_text.${value}`)}` }))
  return <ChoiceField name="role" label={t('members.role')} defaultValue={current} options={options} />
}
