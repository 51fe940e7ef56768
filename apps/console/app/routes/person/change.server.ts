import type { RecoveryCode, RecoveryLink } from '@gatehouse/client/admin-client'
import { redirect } from 'react-router'
import type { ProjectContext } from '../../control-plane/scope.server.ts'
import { forbidden } from '../../failure/fail.server.ts'
import { faulty, refusedOrForbidden } from '../../form/faulty.server.ts'
import type { SubmittedForm } from '../../form/fields.server.ts'
import { changed } from '../../people/answers.server.ts'
import { adminWithReason } from '../../people/with-reason.server.ts'
import { rootOf } from '../../people/project-root.server.ts'
import type { ConsoleRequest } from '../../request/console-request.ts'
import { setNotice } from '../../request/notice.server.ts'
import type { NoticeKey } from '../../request/notices.ts'

/** A code or link that lets somebody in. Shown once: nothing keeps it. */
export interface Recovered {
  readonly kind: 'recovered'
  readonly link: string
  readonly code: string | undefined
  readonly expiresAt: string | undefined
}

/** Takes one of the forms of a person's page. */
export async function changePerson(page: ConsoleRequest, scope: ProjectContext, id: string, form: SubmittedForm) {
  const admin = adminWithReason(page, scope, form.text('reason'))
  const here = `${rootOf(scope)}/people/${id}`
  const finish = async (work: Parameters<typeof changed>[0], notice: NoticeKey, to = here) => {
    const outcome = await changed(work)
    if (outcome.kind === 'refused') return refusedOrForbidden(page, form, outcome, ['reason'])
    setNotice(page, notice)
    return redirect(to, 303)
  }
  // A row's form names its session, so that a refusal is shown beside that row.
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
    case 'revoke':
      return finish(admin.disableSession({ id: session }), 'console_people:person.session_revoked')
    case 'extend':
      return finish(admin.extendSession({ id: session }), 'console_people:person.session_extended')
    case 'revoke_all':
      return finish(admin.deleteIdentitySessions({ id }), 'console_people:person.sessions_revoked')
    case 'recover':
      return recover(page, scope, id, form)
    case 'delete': {
      if (form.text('typed') !== form.text('name')) {
        return faulty(form, { typed: page.t('console_people:person.typed_wrong') }, ['reason'])
      }
      return finish(admin.deleteIdentity({ id }), 'console_people:person.deleted', `${rootOf(scope)}/people`)
    }
    default:
      throw forbidden(page)
  }
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
