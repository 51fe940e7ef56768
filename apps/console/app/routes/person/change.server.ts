import type { KeyPart } from '@gatehouse/i18n/text-keys'
import type { RecoveryCode, RecoveryLink } from '@gatehouse/client/admin-client'
import { redirect } from 'react-router'
import type { ProjectRoom } from '../../control-plane/place.server.ts'
import { forbidden } from '../../failure/fail.server.ts'
import { faulty, refusedOrForbidden } from '../../form/faulty.server.ts'
import type { SubmittedForm } from '../../form/fields.server.ts'
import { changed } from '../../people/answers.server.ts'
import { adminBecause } from '../../people/because.server.ts'
import { rootOf } from '../../people/project-root.server.ts'
import type { ConsoleRequest } from '../../request/console-request.ts'
import { leaveNotice } from '../../request/notice.server.ts'

/** A code or link that lets somebody in. Shown once: nothing keeps it. */
export interface Recovered {
  readonly kind: 'recovered'
  readonly link: string
  readonly code: string | undefined
  readonly expiresAt: string | undefined
}

/** Takes one of the forms of a person's page. */
export async function changePerson(page: ConsoleRequest, room: ProjectRoom, id: string, form: SubmittedForm) {
  const admin = adminBecause(page, room, form.text('reason'))
  const here = `${rootOf(room)}/people/${id}`
  const finish = async (
    work: Parameters<typeof changed>[0],
    notice: KeyPart<'console_people', 'person.'>,
    to = here,
  ) => {
    const outcome = await changed(work)
    if (outcome.kind === 'refused') return refusedOrForbidden(page, form, outcome, ['reason'])
    leaveNotice(page, `console_people:person.${notice}`)
    return redirect(to, 303)
  }
  // A row's form names its session, so that a refusal is told beside that row.
  const [intent = '', session = ''] = form.intent.split('.')
  switch (intent) {
    case 'activate':
    case 'deactivate': {
      const value = intent === 'activate' ? 'active' : 'inactive'
      return finish(admin.patchIdentity({ id }, [{ op: 'replace', path: '/state', value }]), `${intent}d`)
    }
    case 'remove_credential': {
      const identifier = form.text('identifier')
      const which = { id, type: form.text('type'), ...(identifier !== '' && { identifier }) }
      return finish(admin.deleteIdentityCredentials(which), 'credential_removed')
    }
    case 'revoke':
      return finish(admin.disableSession({ id: session }), 'session_revoked')
    case 'extend':
      return finish(admin.extendSession({ id: session }), 'session_extended')
    case 'revoke_all':
      return finish(admin.deleteIdentitySessions({ id }), 'sessions_revoked')
    case 'recover':
      return recover(page, room, id, form)
    case 'delete': {
      if (form.text('typed') !== form.text('name')) {
        return faulty(form, { typed: page.t('console_people:person.typed_wrong') }, ['reason'])
      }
      return finish(admin.deleteIdentity({ id }), 'deleted', `${rootOf(room)}/people`)
    }
    default:
      throw forbidden(page)
  }
}

async function recover(page: ConsoleRequest, room: ProjectRoom, id: string, form: SubmittedForm) {
  const reason = form.text('reason')
  if (reason === '') return faulty(form, { reason: page.t('console_people:reason.missing') }, ['way'])
  const admin = adminBecause(page, room, reason)
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
