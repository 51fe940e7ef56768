import type { ProjectContext } from '../control-plane/scope.server.ts'
import { pageHere } from '../control-plane/list.server.ts'
import { faulty, refusedOrForbidden } from '../form/faulty.server.ts'
import type { SubmittedForm } from '../form/fields.server.ts'
import { callResult } from '../people/answers.server.ts'
import type { ConsoleRequest } from '../request/console-request.ts'
import { setNotice } from '../request/notice.server.ts'
import { redirect } from 'react-router'

type Asked = Parameters<typeof callResult>[0]

/** Waits for a message that is sent again, and names its recipient on the next page. */
export async function sendAndRedirect(
  page: ConsoleRequest,
  form: SubmittedForm,
  asked: Asked,
  notice: { readonly key: 'console_people:message.resent' | 'console_people:address.sent'; readonly address: string },
): Promise<ReturnType<typeof faulty> | Response> {
  const outcome = await callResult(asked)
  if (outcome.kind === 'refused') {
    if (outcome.status === 429) return faulty(form, { '': page.t('console_people:message.limited') }, [], 429)
    return refusedOrForbidden(page, form, outcome)
  }
  setNotice(page, notice.key, { address: notice.address })
  return redirect(pageHere(page), 303)
}

/** Sends a message of the outbox again. Its form names it: `resend.{id}`. */
export function resendMessage(
  page: ConsoleRequest,
  scope: ProjectContext,
  form: SubmittedForm,
): ReturnType<typeof sendAndRedirect> {
  const [, id = ''] = form.intent.split('.')
  const notice = { key: 'console_people:message.resent', address: form.text('address') } as const
  return sendAndRedirect(page, form, scope.admin.resendCourierMessage({ id }), notice)
}
