import { setTimeout as delay } from 'node:timers/promises'
import { data } from 'react-router'
import type { ProjectContext } from '../control-plane/scope.server.ts'
import type { SubmittedForm } from '../form/fields.server.ts'
import { sendTestMail } from './send-test-mail.server.ts'
import type { ConsoleRequest } from '../request/console-request.ts'

/** The outcome of a test mail. `waiting`: the server has neither taken nor refused it yet. */
export interface TestedMail {
  readonly kind: 'tested_mail'
  readonly to: string
  readonly outcome: 'sent' | 'failed' | 'waiting'
  /** The reason why it was refused; empty: it was taken, or the service does not say. */
  readonly reason: string
  /** The message; empty: the role does not include them. */
  readonly message: string
}

/** A kind of mail that every installation has: as people get it, with an example in the place of a code. */
const template = 'verification_code_valid'
/** The longest wait of the page for the mail server: the list of messages has slower answers. */
const polling = { looks: 24, everyMs: 250 } as const

/** Sends a mail by the live mail server, and waits for its answer. */
export async function testMail(page: ConsoleRequest, scope: ProjectContext, form: SubmittedForm) {
  const to = form.text('to')
  const before = await newest(scope, to)
  const refused = await sendTestMail(page, scope, form, { template, language: page.language })
  return refused ?? data<TestedMail>(await outcomeOf(scope, to, before?.id))
}

async function outcomeOf(scope: ProjectContext, to: string, before: string | undefined): Promise<TestedMail> {
  let message = ''
  for (let look = 0; look < polling.looks; look += 1) {
    const found = await newest(scope, to)
    if (found !== undefined && found.id !== before) {
      const { id, status, last_error: reason = '' } = found
      if (status === 'sent') return { kind: 'tested_mail', to, outcome: 'sent', reason: '', message: id }
      if (status === 'abandoned' || reason !== '')
        return { kind: 'tested_mail', to, outcome: 'failed', reason, message: id }
      message = id
    }
    await delay(polling.everyMs)
  }
  return { kind: 'tested_mail', to, outcome: 'waiting', reason: '', message }
}

async function newest({ admin }: ProjectContext, recipient: string) {
  const listed = await admin.listCourierMessages({ recipient, page_size: 1, redacted: true })
  return listed.kind === 'ok' ? listed.body[0] : undefined
}
