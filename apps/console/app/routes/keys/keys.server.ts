import { redirect } from 'react-router'
import { roles } from '@gatehouse/contract/operators'
import type { ScopeContext } from '../../control-plane/scope.server.ts'
import { pageHere } from '../../control-plane/list.server.ts'
import { gone, notFound } from '../../failure/fail.server.ts'
import { faulty, refusedOrForbidden } from '../../form/faulty.server.ts'
import type { SubmittedForm } from '../../form/fields.server.ts'
import type { ConsoleRequest } from '../../request/console-request.ts'
import { setNotice } from '../../request/notice.server.ts'
import { lifespans } from './keys.ts'

/** Takes one of the page's forms. */
export async function changeKeys(page: ConsoleRequest, scope: ScopeContext, form: SubmittedForm) {
  switch (form.intent) {
    case 'create':
      return create(page, scope, form)
    case 'revoke':
      return revoke(page, scope, form)
    default:
      throw notFound(page)
  }
}

const dayMs = 24 * 60 * 60_000

async function create(page: ConsoleRequest, scope: ScopeContext, form: SubmittedForm) {
  const keep = ['name', 'role', 'days']
  const name = form.text('name')
  const role = roles.find((known) => known === form.text('role'))
  const days = lifespans.find((known) => String(known) === form.text('days'))
  if (name === '' || role === undefined || days === undefined) {
    return faulty(form, { name: page.t('console_workspace:keys.no_name') }, keep)
  }
  const expiry = days === 0 ? null : new Date(Date.now() + days * dayMs).toISOString()
  const body = { name, role, expires_at: expiry }
  const made = await scope.change(scope.pick('createWorkspaceApiKey', 'createProjectApiKey'), { body })
  if (made.kind === 'refused') return refusedOrForbidden(page, form, made, keep)
  return { kind: 'created' as const, id: made.body.id, name: made.body.name, value: made.body.value }
}

async function revoke(page: ConsoleRequest, scope: ScopeContext, form: SubmittedForm) {
  const revoked = await scope.change(scope.pick('deleteWorkspaceApiKey', 'deleteProjectApiKey'), {
    params: { token_id: form.text('key') },
  })
  if (revoked.kind === 'refused' && revoked.status === 404) throw gone(page)
  if (revoked.kind === 'refused') return refusedOrForbidden(page, form, revoked)
  setNotice(page, 'console_workspace:keys.revoked', { name: form.text('name') })
  return redirect(pageHere(page), 303)
}
