import { redirect } from 'react-router'
import { roles } from '../../../src/control-plane-door.ts'
import { type Place } from '../../control-plane/place.server.ts'
import { notFound } from '../../failure/fail.server.ts'
import { faulty, refusedOrForbidden } from '../../form/faulty.server.ts'
import type { SubmittedForm } from '../../form/fields.server.ts'
import type { ConsoleRequest } from '../../request/console-request.ts'
import { leaveNotice } from '../../request/notice.server.ts'
import type { Invitation, InviteAnswer, Member } from './members.ts'

/** Reads who belongs to a workspace, and who has been asked to. */
export async function readMembers(place: Place) {
  const invited = place.may('listWorkspaceInvites')
    ? place.load<{ readonly invites: readonly Invitation[] }>('/invites')
    : { invites: [] }
  const [members, { invites }] = await Promise.all([place.load<readonly Member[]>('/members'), invited])
  return { members, invitations: invites.filter(({ status }) => status === 'pending' || status === 'expired') }
}

/** Takes one of the page's forms. */
export async function changeMembers(page: ConsoleRequest, place: Place, form: SubmittedForm) {
  switch (form.intent) {
    case 'invite':
      return invite(page, place, form)
    case 'role':
      return change(page, place, form, 'PUT', `/members/${encodeURIComponent(form.text('member'))}`, {
        role: form.text('role'),
      })
    case 'remove':
      return change(page, place, form, 'DELETE', `/members/${encodeURIComponent(form.text('member'))}`)
    case 'revoke':
      return change(page, place, form, 'DELETE', `/invites/${encodeURIComponent(form.text('invitation'))}`)
    default:
      throw notFound(page)
  }
}

const minuteMs = 60_000

async function invite(page: ConsoleRequest, place: Place, form: SubmittedForm) {
  const email = form.text('email')
  const role = roles.find((known) => known === form.text('role'))
  if (!/^\S+@\S+\.\S+$/.test(email) || role === undefined) {
    return faulty(form, { email: page.t('console_workspace:invite.no_address') }, ['email', 'role'])
  }
  const made = await place.change<InviteAnswer>('POST', '/invites', { invitee_email: email, role })
  if (made.kind === 'refused') return refusedOrForbidden(page, form, made, ['email', 'role'])
  const { token, created_invite: created } = made.body
  const link = `${page.publicOrigin}/invitation?${new URLSearchParams({ token })}`
  const minutes = Math.round((Date.parse(created.expires_at) - Date.parse(created.created_at)) / minuteMs)
  const isMailed = page.inviteOperator({ email: created.invitee_email, link, minutes })
  return { kind: 'invited' as const, email: created.invitee_email, link, isMailed }
}

async function change(
  page: ConsoleRequest,
  place: Place,
  form: SubmittedForm,
  method: 'PUT' | 'DELETE',
  path: string,
  body?: unknown,
) {
  const changed = await place.change(method, path, body)
  if (changed.kind === 'refused') return refusedOrForbidden(page, form, changed, ['role'])
  leaveNotice(page, `console_workspace:members.done.${form.intent}`, { name: form.text('name') })
  return redirect(`${place.address}/members`, 303)
}
