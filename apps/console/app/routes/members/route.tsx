import { Avatar } from '@gatehouse/design/avatar'
import { Badge } from '@gatehouse/design/badge'
import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect, useLoaderData } from 'react-router'
import { enterWorkspace } from '../../control-plane/place.server.ts'
import { Confirm } from '../../dialog/confirm.tsx'
import { forbidden } from '../../failure/fail.server.ts'
import { refusedForm } from '../../form/faulty.server.ts'
import { readForm } from '../../form/fields.server.ts'
import { Empty } from '../../layout/empty.tsx'
import { PageHead } from '../../layout/page-head.tsx'
import { consoleRequestOf } from '../../request/console-request.ts'
import { leaveNotice } from '../../request/notice.server.ts'
import { type Column, DataTable } from '../../table/data-table.tsx'
import { useText } from '../../text/texts.tsx'
import { useMay } from '../place/use-place.ts'
import classes from './members.module.css'

interface Member {
  readonly id: string
  readonly email: string
  readonly name: string
  readonly role: string
}

export async function loader({ context, params }: LoaderFunctionArgs) {
  const place = await enterWorkspace(consoleRequestOf(context), params)
  return { members: await place.load<readonly Member[]>('/members') }
}

export async function action({ request, context, params }: ActionFunctionArgs) {
  const page = consoleRequestOf(context)
  const place = await enterWorkspace(page, params)
  const form = await readForm(request)
  if (form.intent !== 'remove') throw forbidden(page)
  const removed = await place.change('DELETE', `/members/${form.text('member')}`)
  if (removed.kind === 'refused') return refusedForm(form, removed)
  leaveNotice(page, 'console_workspace:members.removed', { name: form.text('name') })
  return redirect(`/w/${place.workspace.slug}/members`, 303)
}

/** Who belongs to a workspace, and as what. */
export default function Members() {
  const t = useText('console_workspace')
  const role = useText('console')
  const { members } = useLoaderData<typeof loader>()
  const may = useMay()
  const columns: readonly Column<Member>[] = [
    {
      id: 'person',
      heading: t('members.person'),
      isName: true,
      render: ({ name, email }) => (
        <div className={classes.person}>
          <Avatar name={name || email} />
          <span>
            <bdi>{name || email}</bdi>
            {name !== '' && (
              <small>
                <bdi>{email}</bdi>
              </small>
            )}
          </span>
        </div>
      ),
    },
    { id: 'role', heading: t('members.role'), render: (row) => <Badge>{role(`role.${row.role}`)}</Badge> },
    {
      id: 'actions',
      heading: '',
      look: 'actions',
      render: ({ id, name, email }) =>
        may('removeWorkspaceMember') && (
          <Confirm
            ask={`remove.${id}`}
            label={t('members.remove')}
            title={t('members.remove_title', { name: name || email })}
            confirm={t('members.remove')}
            intent="remove"
            hidden={{ member: id, name: name || email }}
          >
            <p>{t('members.remove_text')}</p>
          </Confirm>
        ),
    },
  ]
  return (
    <>
      <PageHead title={role('nav.members')} lead={t('members.lead')} />
      <DataTable
        caption={role('nav.members')}
        columns={columns}
        rows={members}
        rowId={({ id }) => id}
        empty={<Empty title={t('members.empty')} />}
      />
    </>
  )
}
