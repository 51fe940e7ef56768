import type { AdminClient, RecoveryCode, RecoveryLink } from '@gatehouse/client/admin-client'
import { redirect } from 'react-router'
import type { ProjectContext } from '../../control-plane/scope.server.ts'
import { forbidden } from '../../failure/fail.server.ts'
import { faulty, refusedOrForbidden } from '../../form/faulty.server.ts'
import type { SubmittedForm } from '../../form/fields.server.ts'
import { pageHere } from '../../control-plane/list.server.ts'
import { changed } from '../../people/answers.server.ts'
import { endSession, restoreSession } from '../../people/end-session.server.ts'
import { sentAgain } from '../../messages/resend.server.ts'
import { adminWithReason } from '../../people/with-reason.server.ts'
import { rootOf } from '../../people/project-root.server.ts'
import type { ConsoleRequest } from '../../request/console-request.ts'
import { setNotice } from '../../request/notice.server.ts'
import type { NoticeKey } from '../../request/notices.ts'
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
  const finish = async (work: Parameters<typeof changed>[0], notice: Saying, to = pageHere(page)) => {
    const outcome = await changed(work)
    if (outcome.kind === 'refused') return refusedOrForbidden(page, form, outcome, ['reason'])
    if (typeof notice === 'string') setNotice(page, notice)
    else setNotice(page, notice.key, notice.values)
    return redirect(to, 303)
  }
  // A row's form names its session or address, so that a refusal is shown beside that row.
  const [intent = '', session = ''] = form.intent.split('.')
  switch (intent) {
    case 'activate':
    case 'deactivate': {
      const value = intent === 'activate' ? 'active' : 'inactive'
      return finish(
        admin.patchIdentity({ id }, [{ op: 'replace', path: '/state', value }]),
        `console_people:person.${intent}d`,
      )
    }
    case 'remove_credential': {
      const identifier = form.text('identifier')
      const which = { id, type: form.text('type'), ...(identifier !== '' && { identifier }) }
      return finish(admin.deleteIdentityCredentials(which), 'console_people:person.credential_removed')
    }
    case 'edit':
      return editFact(page, scope, admin, id, form)
    case 'verify':
      return finish(verify(scope, admin, id, form.text('address')), {
        key: 'console_people:address.verified_now',
        values: { address: form.text('address') },
      })
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
      return finish(admin.extendSession({ id: session }), 'console_people:person.session_extended')
    case 'revoke_all':
      return finish(admin.deleteIdentitySessions({ id }), 'console_people:person.sessions_revoked')
    case 'recover':
      return recover(page, scope, id, form)
    case 'delete': {
      if (form.text('typed') !== form.text('name')) {
        return faulty(form, { typed: page.t('console_people:person.typed_wrong') }, ['reason', 'typed'])
      }
      return finish(admin.deleteIdentity({ id }), 'console_people:person.deleted', `${rootOf(scope)}/people`)
    }
    default:
      throw forbidden(page)
  }
}

/** The notice after a change. */
type Saying = NoticeKey | { readonly key: NoticeKey; readonly values: Readonly<Record<string, string>> }

/** Marks an address as proved, as its person would have by a code. */
async function verify(scope: ProjectContext, admin: AdminClient, id: string, address: string) {
  const read = await scope.admin.getIdentity({ id })
  if (read.kind !== 'ok') return read
  const index = (read.body.verifiable_addresses ?? []).findIndex(({ value }) => value === address)
  const path = `/verifiable_addresses/${index}`
  return admin.patchIdentity({ id }, [
    { op: 'replace', path: `${path}/verified`, value: true },
    { op: 'replace', path: `${path}/status`, value: 'completed' },
    { op: 'add', path: `${path}/verified_at`, value: new Date().toISOString() },
  ])
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
