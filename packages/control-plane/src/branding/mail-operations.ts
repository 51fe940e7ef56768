import type { brandingContract } from '@gatehouse/contract/control-plane'

import type { CallOf, HandlersOf, ProjectCall } from '../access/call.ts'
import { emptyAnswer, jsonAnswer, RefusalError } from '../http/answer.ts'
import { chosenDocument, type DocumentDeps } from './chosen-document.ts'
import type { AskedMail, TestMail } from '../model/branding-host.ts'
import { brandingOf, type PublishingDeps } from './publishing.ts'

/** The dependencies of operations on mails. */
export type MailDeps = DocumentDeps & Pick<PublishingDeps, 'host'>

type MailContract = Pick<typeof brandingContract, 'listMailTemplates' | 'previewMail' | 'sendTestMail'>

/** The operations on mails: their templates, a preview, and a test mail that is really sent. */
export function mailOperations(deps: MailDeps): HandlersOf<MailContract> {
  return {
    listMailTemplates: ({ project, query }) => jsonAnswer(200, brandingOf(deps).listMails(project.id, query.language)),
    previewMail: async (call) => {
      const { version, language = 'en' } = call.query
      const mail = await askedMail(deps, call, { template: call.params.template, language, version })
      const written = await brandingOf(deps).writeMail(call.project.id, mail)
      if (written === undefined) throw unknownTemplate()
      return jsonAnswer(200, written)
    },
    sendTestMail: (call) => sendTest(deps, call),
  }
}

async function sendTest(deps: MailDeps, call: CallOf<'sendTestMail'>): Promise<Response> {
  const { to, language } = await call.body()
  const { template } = call.params
  const mail = await askedMail(deps, call, { template, language, version: undefined })
  const sent = await brandingOf(deps).sendMail(call.project.id, mail, to)
  if (sent === 'unknown_template') throw unknownTemplate()
  if (sent !== 'sent') throw new RefusalError(refusals[sent])
  await call.record({ kind: 'mail', id: template, name: to })
  return emptyAnswer()
}

/** TABLE: why a test mail was not sent. */
const refusals: Readonly<
  Record<Exclude<TestMail, 'sent' | 'unknown_template'>, ConstructorParameters<typeof RefusalError>[0]>
> = {
  no_mail_server: {
    code: 400,
    id: 'feature_not_available',
    reason: 'No mail server is configured: set courier.smtp.connection_uri first.',
  },
  too_many_messages: { code: 429, reason: 'This address got too many messages lately. Try again in a while.' },
}

function unknownTemplate(): RefusalError {
  return new RefusalError({ code: 404, reason: 'There is no email of this kind.' })
}

/** Reads the documents of a mail: those of the drafts, or the given `version` of the mails. */
async function askedMail(
  deps: MailDeps,
  { project }: ProjectCall,
  { template, language, version }: { template: string; language: string; version: string | undefined },
): Promise<AskedMail> {
  const mails = await chosenDocument(deps, project, 'mails', version)
  const brand = await chosenDocument(deps, project, 'brand', undefined)
  return { template, language, mails, brand }
}
