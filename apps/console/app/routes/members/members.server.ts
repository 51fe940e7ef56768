import { looksLikeEmail } from '@gatehouse/contract/http'
import type { Changed } from '@gatehouse/client/control-plane'
import { oneOf } from '@gatehouse/i18n/translator'
import { redirect } from 'react-router'
import { roles } from '@gatehouse/contract/operators'
import type { ScopeContext } from '../../control-plane/scope.server.ts'
import { askedFor, pageHere } from '../../control-plane/list.server.ts'
import { gone, notFound } from '../../failure/fail.server.ts'
import { faulty, refusedOrForbidden } from '../../form/faulty.server.ts'
import type { SubmittedForm } from '../../form/fields.server.ts'
import type { ConsoleRequest } from '../../request/console-request.ts'
import { linkAddress } from '../../links/link-token.server.ts'
import { setNotice } from '../../request/notice.server.ts'
import type { PagerProps } from '../../table/pager.tsx'

const noPages: PagerProps = {}

/** Reads the members of a workspace, and the open invitations. */
export async function readMembers(page: ConsoleRequest, scope: ScopeContext) {
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
export async function changeMembers(page: ConsoleRequest, scope: ScopeContext, form: SubmittedForm) {
  switch (form.intent) {
    case 'invite':
      return invite(page, scope, form)
    case 'role':
      return setRole(page, scope, form)
    case 'remove':
      return remove(page, scope, form)
    case 'revoke':
      return done(
        page,
        form,
        await scope.change('revokeWorkspaceInvite', { params: { invite_id: form.text('invitation') } }),
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
  const made = await scope.change('createWorkspaceInvite', { body: { invitee_email: email, role } })
  if (made.kind === 'refused') return refusedOrForbidden(page, form, made, ['email', 'role'])
  const { token, created_invite: created } = made.body
  const link = linkAddress(page.publicOrigin, 'invitation', token)
  const minutes = Math.round((Date.parse(created.expires_at) - Date.parse(created.created_at)) / minuteMs)
  const mail = await page.inviteOperator({ email: created.invitee_email, link, minutes, language: page.language })
  return { kind: 'invited' as const, email: created.invitee_email, link, mail }
}

async function remove(page: ConsoleRequest, scope: ScopeContext, form: SubmittedForm) {
  const member = form.text('member')
  const removed = await scope.change('removeWorkspaceMember', { params: { member } })
  if (removed.kind === 'refused' || member !== scope.operator.identityId) return done(page, form, removed)
  // The workspace is no longer theirs to see.
  setNotice(page, 'console_workspace:members.done.left', { workspace: scope.workspace.name })
  return redirect('/switch', 303)
}

async function setRole(page: ConsoleRequest, scope: ScopeContext, form: SubmittedForm) {
  const role = roles.find((known) => known === form.text('role'))
  if (role === undefined) throw notFound(page)
  const params = { member: form.text('member') }
  const changed = await scope.change('setWorkspaceMember', { params, body: { role } })
  // With their new role they may no longer see the members.
  const isOwn = params.member === scope.operator.identityId
  return done(page, form, changed, isOwn ? scope.address : pageHere(page))
}

function done(page: ConsoleRequest, form: SubmittedForm, changed: Changed<unknown>, next = pageHere(page)) {
  // Another operator was first: the row of the dialog is gone.
  if (changed.kind === 'refused' && changed.status === 404) throw gone(page)
  if (changed.kind === 'refused') return refusedOrForbidden(page, form, changed, ['role'])
  const done = oneOf(['remove', 'role', 'revoke'], form.intent)
  if (done !== undefined) setNotice(page, `console_workspace:members.done.${done}`, { name: form.text('name') })
  return redirect(next, 303)
}
