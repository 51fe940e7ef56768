import type { AdminClient, RecoveryCode, RecoveryLink } from '@gatehouse/client/admin-client'
import type { Identity } from '@gatehouse/contract/identities'
import type { CallResult } from '@gatehouse/client/control-plane'
import { redirect } from 'react-router'
import type { ProjectContext } from '../../control-plane/scope.server.ts'
import { readPersonForUpdate, readPerson } from '../../people/read-person.server.ts'
import { forbidden, notFound } from '../../failure/fail.server.ts'
import { faulty, refusedOrForbidden } from '../../form/faulty.server.ts'
import type { SubmittedForm } from '../../form/fields.server.ts'
import { pageHere } from '../../control-plane/list.server.ts'
import { callResult } from '../../people/answers.server.ts'
import { endSession, restoreSession } from '../../people/end-session.server.ts'
import { sendAndRedirect } from '../../messages/resend.server.ts'
import { adminWithReason } from '../../people/with-reason.server.ts'
import type { ConsoleRequest } from '../../request/console-request.ts'
import { setNotice } from '../../request/notice.server.ts'
import type { NoticeKey } from '../../request/notices.ts'
import { type PersonChange, saveField } from './editable-field.server.ts'

/** A recovery link, and the code to enter there if it takes one. Nothing stores them: they are shown once. */
export interface Recovered {
  readonly kind: 'recovered'
  readonly link: string
  readonly code: string | undefined
  /** An ISO 8601 instant. */
  readonly expiresAt: string | undefined
}

/** Changes a person as the form's `intent` says. Throws 404 for an unknown one, 403 if the role does not allow it. */
export async function changePerson(page: ConsoleRequest, scope: ProjectContext, id: string, form: SubmittedForm) {
  const admin = adminWithReason(page, scope, form.text('reason'))
  const change = { page, scope, admin, id, form }
  const noticeAndRedirect = async (work: Promise<CallResult<unknown>>, notice: NoticeKey, to = pageHere(page)) => {
    const outcome = await work
    if (outcome.kind === 'refused') return refusedOrForbidden(page, form, outcome, ['reason'])
    setNotice(page, notice)
    return redirect(to, 303)
  }
  // A row's form names its session or address, so that a refusal is shown beside that row.
  // Forms of a row append its id (`revoke.<session>`), so that an error is shown at that row.
  const [intent = '', target = ''] = form.intent.split('.')
  switch (intent) {
    case 'activate':
      return noticeAndRedirect(patchState(admin, id, 'active'), 'console_people:person.activated')
    case 'deactivate':
      return noticeAndRedirect(patchState(admin, id, 'inactive'), 'console_people:person.deactivated')
    case 'remove_credential': {
      const identifier = form.text('identifier')
      const which = { id, type: form.text('type'), ...(identifier !== '' && { identifier }) }
      return noticeAndRedirect(
        callResult(admin.deleteIdentityCredentials(which)),
        'console_people:person.credential_removed',
      )
    }
    case 'edit':
      return saveField(change)
    case 'verify':
      return markVerified(change)
    case 'send_verification': {
      const address = form.text('address')
      const asked = admin.sendIdentityVerification({ id }, { address })
      return sendAndRedirect(page, form, asked, { key: 'console_people:address.sent', address })
    }
    case 'revoke':
      return endSession(page, scope, { id: target, admin, form })
    case 'restore':
      return restoreSession(page, scope, target)
    case 'extend':
      return extendSession(change, target)
    case 'revoke_all':
      return noticeAndRedirect(endAllSessions(admin, id), 'console_people:person.sessions_revoked')
    case 'recover':
      return recover(change)
    case 'delete': {
      if (!scope.may('deleteIdentity')) throw forbidden(page)
      const read = await callResult(scope.admin.getIdentity({ id }))
      if (read.kind === 'refused') return refusedOrForbidden(page, form, read, ['reason', 'typed'])
      if (form.text('typed') !== deletionText(read.body)) {
        return faulty(form, { typed: page.t('console_people:person.typed_wrong') }, ['reason', 'typed'])
      }
      return noticeAndRedirect(
        callResult(admin.deleteIdentity({ id })),
        'console_people:person.deleted',
        `${scope.address}/people`,
      )
    }
    default:
      throw notFound(page)
  }
}

/** Returns the text that an operator types to delete an account: its first verifiable address, or else its id. */
export function deletionText({ id, verifiable_addresses: addresses }: Identity): string {
  return addresses?.[0]?.value ?? id
}

function patchState(admin: AdminClient, id: string, value: 'active' | 'inactive') {
  return callResult(admin.patchIdentity({ id }, [{ op: 'replace', path: '/state', value }]))
}

/** Ends all sessions. Kratos answers 404 if there is none; the next page reports an account that was deleted. */
async function endAllSessions(admin: AdminClient, id: string): Promise<CallResult<undefined>> {
  const outcome = await callResult(admin.deleteIdentitySessions({ id }))
  return outcome.kind === 'refused' && outcome.status === 404 ? { kind: 'done', body: undefined } : outcome
}

/** Extends a session. A service answers alike if the end is too far away to extend it, so that the ends are compared. */
async function extendSession({ page, scope, admin, form }: PersonChange, id: string) {
  const refused = (outcome: Parameters<typeof refusedOrForbidden>[2]) => refusedOrForbidden(page, form, outcome, [])
  const before = await callResult(scope.admin.getSession({ id }))
  if (before.kind === 'refused') return refused(before)
  const outcome = await callResult(admin.extendSession({ id }))
  if (outcome.kind === 'refused') return refused(outcome)
  const after = await callResult(scope.admin.getSession({ id }))
  if (after.kind === 'refused') return refused(after)
  if (after.body.expires_at === before.body.expires_at) {
    setNotice(page, 'console_people:person.session_not_extended', {}, { isRefusal: true })
  } else {
    setNotice(page, 'console_people:person.session_extended')
  }
  return redirect(pageHere(page), 303)
}

/** Marks an address as verified, without its owner. */
async function markVerified({ page, scope, admin, id, form }: PersonChange) {
  const { identity, engine } = await readPersonForUpdate(page, scope, id)
  const address = form.text('address')
  const index = (identity.verifiable_addresses ?? []).findIndex(({ value }) => value === address)
  const path = `/verifiable_addresses/${index}`
  // The test fails if another address got this position after it was read. Other services refuse such a test.
  const test = engine.kind === 'embedded' ? [{ op: 'test', path: `${path}/value`, value: address }] : []
  const patch = [
    ...test,
    { op: 'replace', path: `${path}/verified`, value: true },
    { op: 'replace', path: `${path}/status`, value: 'completed' },
    { op: 'add', path: `${path}/verified_at`, value: new Date().toISOString() },
  ]
  const outcome = index === -1 ? undefined : await callResult(admin.patchIdentity({ id }, patch))
  if (outcome?.kind === 'refused') {
    const { identity: now } = await readPerson(scope, id)
    const isMoved = now.verifiable_addresses?.[index]?.value !== address
    if (outcome.status !== 400 || !isMoved) return refusedOrForbidden(page, form, outcome, ['reason'])
  }
  if (outcome?.kind === 'done') setNotice(page, 'console_people:address.verified_now', { address })
  else setNotice(page, 'console_people:address.gone', {}, { isRefusal: true })
  return redirect(pageHere(page), 303)
}

async function recover({ page, admin, id, form }: PersonChange) {
  if (form.text('reason') === '') return faulty(form, { reason: page.t('console_people:reason.missing') }, ['method'])
  const body = { identity_id: id }
  const made = await callResult<RecoveryCode | RecoveryLink>(
    form.text('method') === 'code'
      ? admin.createRecoveryCodeForIdentity(body)
      : admin.createRecoveryLinkForIdentity(body),
  )
  if (made.kind === 'refused') return refusedOrForbidden(page, form, made, ['reason', 'method'])
  const recovered: Recovered = {
    kind: 'recovered',
    link: made.body.recovery_link,
    code: 'recovery_code' in made.body ? made.body.recovery_code : undefined,
    expiresAt: made.body.expires_at,
  }
  return recovered
}
