import type { AdminClient, RecoveryCode, RecoveryLink } from '@gatehouse/client/admin-client'
import type { Changed } from '@gatehouse/client/control-plane'
import { redirect } from 'react-router'
import type { ProjectContext } from '../../control-plane/scope.server.ts'
import { readPerson } from '../../people/read-person.server.ts'
import { forbidden, notFound } from '../../failure/fail.server.ts'
import { faulty, refusedOrForbidden } from '../../form/faulty.server.ts'
import type { SubmittedForm } from '../../form/fields.server.ts'
import { pageHere } from '../../control-plane/list.server.ts'
import { changed } from '../../people/answers.server.ts'
import { endSession, restoreSession } from '../../people/end-session.server.ts'
import { sentAgain } from '../../messages/resend.server.ts'
import { adminWithReason } from '../../people/with-reason.server.ts'
import type { ConsoleRequest } from '../../request/console-request.ts'
import { setNotice } from '../../request/notice.server.ts'
import type { NoticeKey } from '../../request/notices.ts'
import { deletionText } from './deletion-text.ts'
import { editFact } from './edited-fact.server.ts'

/** A code or link that lets a person in. Shown once: nothing keeps it. */
export interface Recovered {
  readonly kind: 'recovered'
  readonly link: string
  readonly code: string | undefined
  readonly expiresAt: string | undefined
}

/** Takes one of the forms of a person's page. */
export async function changePerson(page: ConsoleRequest, scope: ProjectContext, id: string, form: SubmittedForm) {
  const admin = adminWithReason(page, scope, form.text('reason'))
  const noticeAndRedirect = async (work: Promise<Changed<unknown>>, notice: Saying, to = pageHere(page)) => {
    const outcome = await work
    if (outcome.kind === 'refused') return refusedOrForbidden(page, form, outcome, ['reason'])
    if (typeof notice === 'string') setNotice(page, notice)
    else setNotice(page, notice.key, notice.values)
    return redirect(to, 303)
  }
  // A row's form names its session or address, so that a refusal is shown beside that row.
  const [intent = '', session = ''] = form.intent.split('.')
  switch (intent) {
    case 'activate':
      return noticeAndRedirect(setState(admin, id, 'active'), 'console_people:person.activated')
    case 'deactivate':
      return noticeAndRedirect(setState(admin, id, 'inactive'), 'console_people:person.deactivated')
    case 'remove_credential': {
      const identifier = form.text('identifier')
      const which = { id, type: form.text('type'), ...(identifier !== '' && { identifier }) }
      return noticeAndRedirect(
        changed(admin.deleteIdentityCredentials(which)),
        'console_people:person.credential_removed',
      )
    }
    case 'edit':
      return editFact(page, scope, admin, id, form)
    case 'verify':
      return markVerified(page, scope, admin, id, form)
    case 'send_verification': {
      const address = form.text('address')
      const asked = admin.sendIdentityVerification({ id }, { address })
      return sentAgain(page, form, asked, { key: 'console_people:address.sent', address })
    }
    case 'revoke':
      return endSession(page, scope, { id: session, admin, form })
    case 'restore':
      return restoreSession(page, scope, session)
    case 'extend':
      return noticeAndRedirect(changed(admin.extendSession({ id: session })), 'console_people:person.session_extended')
    case 'revoke_all':
      return noticeAndRedirect(endAllSessions(admin, id), 'console_people:person.sessions_revoked')
    case 'recover':
      return recover(page, scope, id, form)
    case 'delete': {
      if (!scope.may('deleteIdentity')) throw forbidden(page)
      const read = await changed(scope.admin.getIdentity({ id }))
      if (read.kind === 'refused') return refusedOrForbidden(page, form, read, ['reason', 'typed'])
      if (form.text('typed') !== deletionText(read.body)) {
        return faulty(form, { typed: page.t('console_people:person.typed_wrong') }, ['reason', 'typed'])
      }
      return noticeAndRedirect(
        changed(admin.deleteIdentity({ id })),
        'console_people:person.deleted',
        `${scope.address}/people`,
      )
    }
    default:
      throw notFound(page)
  }
}

/** The notice after a change. */
type Saying = NoticeKey | { readonly key: NoticeKey; readonly values: Readonly<Record<string, string>> }

function setState(admin: AdminClient, id: string, value: 'active' | 'inactive') {
  return changed(admin.patchIdentity({ id }, [{ op: 'replace', path: '/state', value }]))
}

/** Kratos answers 404 if there is no session to end. An account that is gone is reported by the next page. */
async function endAllSessions(admin: AdminClient, id: string): Promise<Changed<undefined>> {
  const outcome = await changed(admin.deleteIdentitySessions({ id }))
  return outcome.kind === 'refused' && outcome.status === 404 ? { kind: 'done', body: undefined } : outcome
}

/** Marks an address as verified, as its person would have by a code. */
async function markVerified(
  page: ConsoleRequest,
  scope: ProjectContext,
  admin: AdminClient,
  id: string,
  form: SubmittedForm,
) {
  if (!scope.may('patchIdentity')) throw forbidden(page)
  const address = form.text('address')
  const { identity, engine } = await readPerson(scope, id)
  const index = (identity.verifiable_addresses ?? []).findIndex(({ value }) => value === address)
  const path = `/verifiable_addresses/${index}`
  // Another address may have this position since it was read. Other services refuse a test of it.
  const test = engine.kind === 'embedded' ? [{ op: 'test', path: `${path}/value`, value: address }] : []
  const patch = [
    ...test,
    { op: 'replace', path: `${path}/verified`, value: true },
    { op: 'replace', path: `${path}/status`, value: 'completed' },
    { op: 'add', path: `${path}/verified_at`, value: new Date().toISOString() },
  ]
  const outcome = index === -1 ? undefined : await changed(admin.patchIdentity({ id }, patch))
  if (outcome?.kind === 'refused' && outcome.status !== 400) return refusedOrForbidden(page, form, outcome, ['reason'])
  if (outcome?.kind === 'done') setNotice(page, 'console_people:address.verified_now', { address })
  else setNotice(page, 'console_people:address.gone', {}, { isRefusal: true })
  return redirect(pageHere(page), 303)
}

async function recover(page: ConsoleRequest, scope: ProjectContext, id: string, form: SubmittedForm) {
  const reason = form.text('reason')
  if (reason === '') return faulty(form, { reason: page.t('console_people:reason.missing') }, ['way'])
  const admin = adminWithReason(page, scope, reason)
  const body = { identity_id: id }
  const made = await changed<RecoveryCode | RecoveryLink>(
    form.text('way') === 'code' ? admin.createRecoveryCodeForIdentity(body) : admin.createRecoveryLinkForIdentity(body),
  )
  if (made.kind === 'refused') return refusedOrForbidden(page, form, made, ['reason', 'way'])
  const recovered: Recovered = {
    kind: 'recovered',
    link: made.body.recovery_link,
    code: 'recovery_code' in made.body ? made.body.recovery_code : undefined,
    expiresAt: made.body.expires_at,
  }
  return recovered
}
