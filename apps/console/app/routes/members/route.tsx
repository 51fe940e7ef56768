import { type ActionFunctionArgs, type LoaderFunctionArgs, useActionData, useLoaderData } from 'react-router'
import { enterWorkspace } from '../../control-plane/scope.server.ts'
import { readForm } from '../../form/fields.server.ts'
import { PageHead } from '../../page/page-head.tsx'
import { consoleRequestOf } from '../../request/console-request.ts'
import { isLong, ListSearch } from '../../table/filters.tsx'
import { Pager } from '../../table/pager.tsx'
import { useText } from '../../text/texts.tsx'
import { useMay, useScope } from '../../scopes/use-scope.ts'
import { InvitationTable } from './invitation-table.tsx'
import { InviteForm } from './invite-form.tsx'
import { MemberTable } from './member-table.tsx'
import { changeMembers, readMembers } from './members.server.ts'

export async function loader({ context, params }: LoaderFunctionArgs) {
  const page = consoleRequestOf(context)
  return readMembers(page, await enterWorkspace(page, params))
}

export async function action({ request, context, params }: ActionFunctionArgs) {
  const page = consoleRequestOf(context)
  const scope = await enterWorkspace(page, params)
  return changeMembers(page, scope, await readForm(request))
}

/** Who belongs to a workspace, as what, and who has been asked to. */
export default function Members() {
  const t = useText('console_workspace')
  const title = useText('console')('nav.members')
  const { q, members, pages, invitations, invitationPages } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  const may = useMay()
  const { remoteOrigin } = useScope().workspace
  return (
    <>
      <PageHead
        title={title}
        intro={remoteOrigin === undefined ? t('members.lead') : t('members.elsewhere', { origin: remoteOrigin })}
      />
      {remoteOrigin === undefined && isLong(members.length, q, pages) && (
        <ListSearch q={q} label={t('members.q')} hint={t('members.q_hint')} />
      )}
      <MemberTable members={members} q={q} pages={pages} />
      <Pager {...pages} />
      {may('createWorkspaceInvite') && <InviteForm made={answer?.kind === 'invited' ? answer : undefined} />}
      {(invitations.length > 0 || invitationPages.first !== undefined) && (
        <InvitationTable invitations={invitations} pages={invitationPages} />
      )}
    </>
  )
}
