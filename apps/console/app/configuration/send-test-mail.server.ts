import { looksLikeEmail } from '@gatehouse/contract/http'
import type { ProjectContext } from '../control-plane/scope.server.ts'
import { faulty, refusedOrForbidden } from '../form/faulty.server.ts'
import type { SubmittedForm } from '../form/fields.server.ts'
import type { ConsoleRequest } from '../request/console-request.ts'

/** Sends a mail of a template to the address of a form; the form again, as it was typed, if it is refused. */
export async function sendTestMail(
  page: ConsoleRequest,
  scope: ProjectContext,
  form: Pick<SubmittedForm, 'intent' | 'text'>,
  mail: { readonly template: string; readonly language: string },
) {
  const to = form.text('to')
  const refuse = (why: 'no_address' | 'limited' | 'no_server', status = 400) =>
    faulty(form, { to: page.t(`console_projects:test_mail.${why}`) }, ['to'], status)
  if (!looksLikeEmail(to)) return refuse('no_address')
  const { template, language } = mail
  const sent = await scope.call('sendTestMail', { params: { template }, body: { to, language } })
  if (sent.kind !== 'refused') return undefined
  if (sent.status === 429) return refuse('limited', sent.status)
  if (sent.id === 'feature_not_available') return refuse('no_server', sent.status)
  return refusedOrForbidden(page, form, sent, ['to'])
}
