import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect, useActionData, useLoaderData } from 'react-router'
import type { CallResult } from '@gatehouse/client/control-plane'
import { looksLikeEmail } from '@gatehouse/contract/http'
import { roles } from '@gatehouse/contract/operators'
import { Panel, Section } from '@gatehouse/design/content'
import { oneOf } from '@gatehouse/i18n/translator'

import type { Invited } from '../../../src/page-deps.ts'
import { askedFor, pageHere } from '../../control-plane/list.server.ts'
import { enterWorkspace, type ScopeContext } from '../../control-plane/scope.server.ts'
import { gone, notFound } from '../../failure/fail.server.ts'
import { ConsoleForm, TextField } from '../../form/console-form.tsx'
import { faulty, refusedOrForbidden } from '../../form/faulty.server.ts'
import { readForm, type SubmittedForm } from '../../form/fields.server.ts'
import { linkAddress } from '../../links/link-token.server.ts'
import { OneTime } from '../../one-time/one-time.tsx'
import { PageHead } from '../../page/page-head.tsx'
import { type ConsoleRequest, consoleRequestOf } from '../../request/console-request.ts'
import { setNotice } from '../../request/notice.server.ts'
import { useMay, useScope } from '../../scopes/use-scope.ts'
import { isLong, ListSearch } from '../../table/filters.tsx'
import { Pager, type PagerProps } from '../../table/pager.tsx'
import { useText } from '../../text/texts.tsx'
import { InvitationTable } from './invitation-table.tsx'
import { MemberTable, RoleField } from './member-table.tsx'

export async function loader({ context, params }: LoaderFunctionArgs) {
  const page = consoleRequestOf(context)
  return readMembers(page, await enterWorkspace(page, params))
}

export async function action({ request, context, params }: ActionFunctionArgs) {
  const page = consoleRequestOf(context)
  const scope = await enterWorkspace(page, params)
  return changeMembers(page, scope, await readForm(request))
}

/** The members of a workspace with their roles, and the open invitations. */
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

interface InviteFormProps {
  /** The invitation that was just made. */
  readonly made: { readonly email: string; readonly link: string; readonly mail: Invited } | undefined
}

const texts = {
  mailed: 'invite.mailed',
  no_mail_server: 'invite.not_mailed',
  too_many_messages: 'invite.too_many_messages',
} as const satisfies Readonly<Record<Invited, string>>

/** Invites a person to join. */
function InviteForm({ made }: InviteFormProps) {
  const t = useText('console_workspace')
  return (
    <Section id="invite" title={t('invite.title')} intro={t('invite.lead')}>
      {made !== undefined && (
        <OneTime title={t('invite.made', { email: made.email })} label={t('invite.link')} value={made.link}>
          {t(texts[made.mail])}
        </OneTime>
      )}
      <Panel padded>
        <ConsoleForm key={made?.link ?? ''} intent="invite" submit={t('invite.submit')}>
          <TextField name="email" type="email" label={t('invite.email')} autoComplete="off" required />
          <RoleField current="developer" />
        </ConsoleForm>
      </Panel>
    </Section>
  )
}

const noPages: PagerProps = {}

/** Reads the members of a workspace, and the open invitations. */
async function readMembers(page: ConsoleRequest, scope: ScopeContext) {
  // A remote control plane cannot be asked for people by name.
  const q = scope.workspace.remoteOrigin === undefined ? askedFor(page, 'q') : ''
  const invited = scope.may('listWorkspaceInvites')
    ? scope.list('listWorkspaceInvites', { token: 'invitations', query: { status: 'open' } })
    : { body: { invites: [] }, pages: noPages }
  const [members, invitations] = await Promise.all([scope.list('listWorkspaceMembers', { query: { q } }), invited])
  return {
    q,
    members: members.body,
    pages: members.pages,
    invitations: invitations.body.invites,
    invitationPages: invitations.pages,
  }
}

/** Takes one of the page's forms. */
async function changeMembers(page: ConsoleRequest, scope: ScopeContext, form: SubmittedForm) {
  switch (form.intent) {
    case 'invite':
      return invite(page, scope, form)
    case 'role':
      return setRole(page, scope, form)
    case 'remove':
      return remove(page, scope, form)
    case 'revoke':
      return answerChange(
        page,
        form,
        await scope.call('revokeWorkspaceInvite', { params: { invite_id: form.text('invitation') } }),
      )
    default:
      throw notFound(page)
  }
}

const minuteMs = 60_000

async function invite(page: ConsoleRequest, scope: ScopeContext, form: SubmittedForm) {
  const email = form.text('email')
  const role = roles.find((known) => known === form.text('role'))
  if (!looksLikeEmail(email) || !email.includes('.', email.indexOf('@')) || role === undefined) {
    return faulty(form, { email: page.t('console_workspace:invite.no_address') }, ['email', 'role'])
  }
  const made = await scope.call('createWorkspaceInvite', { body: { invitee_email: email, role } })
  if (made.kind === 'refused') return refusedOrForbidden(page, form, made, ['email', 'role'])
  const { token, created_invite: created } = made.body
  const link = linkAddress(page.publicOrigin, 'invitation', token)
  const minutes = Math.round((Date.parse(created.expires_at) - Date.parse(created.created_at)) / minuteMs)
  const mail = await page.inviteOperator({ email: created.invitee_email, link, minutes, language: page.language })
  return { kind: 'invited' as const, email: created.invitee_email, link, mail }
}

async function remove(page: ConsoleRequest, scope: ScopeContext, form: SubmittedForm) {
  const member = form.text('member')
  const removed = await scope.call('removeWorkspaceMember', { params: { member } })
  if (removed.kind === 'refused' || member !== scope.operator.identityId) return answerChange(page, form, removed)
  // The workspace is no longer theirs to see.
  setNotice(page, 'console_workspace:members.done.left', { workspace: scope.workspace.name })
  return redirect('/switch', 303)
}

async function setRole(page: ConsoleRequest, scope: ScopeContext, form: SubmittedForm) {
  const role = roles.find((known) => known === form.text('role'))
  if (role === undefined) throw notFound(page)
  const params = { member: form.text('member') }
  const changed = await scope.call('setWorkspaceMember', { params, body: { role } })
  // With their new role they may no longer see the members.
  const isOwn = params.member === scope.operator.identityId
  return answerChange(page, form, changed, isOwn ? scope.address : pageHere(page))
}

function answerChange(page: ConsoleRequest, form: SubmittedForm, changed: CallResult<unknown>, next = pageHere(page)) {
  // Another operator was first: the row of the dialog is gone.
  if (changed.kind === 'refused' && changed.status === 404) throw gone(page)
  if (changed.kind === 'refused') return refusedOrForbidden(page, form, changed, ['role'])
  const done = oneOf(['remove', 'role', 'revoke'], form.intent)
  if (done !== undefined) setNotice(page, `console_workspace:members.done.${done}`, { name: form.text('name') })
  return redirect(next, 303)
}
