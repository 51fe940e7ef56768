import { spokenLanguages, translator } from '@gatehouse/i18n/catalogues'
import { defaultLanguage, type LanguageCode } from '@gatehouse/i18n/languages'
import type { Transactions } from '@gatehouse/platform/database'
import type { Clock } from '@gatehouse/platform/work'

import type { IdentityConfig } from '../configuration/config.ts'
import type { MessageLimits } from '../limits/messages.ts'
import type { MessageBrand } from './brand.ts'
import type { CourierService } from './courier.ts'
import { mailFaults, type MailFault } from './mail-text-faults.ts'
import { builtInTexts, isTemplateName, requiredOf, variablesOf, type MailTexts } from './mail-texts.ts'
import type { OutgoingMessage } from './message.ts'
import type { RenderedMessage } from './render.ts'
import { templates, type TemplateName } from './templates.ts'

/** A kind of mail, for the operator who writes its texts. */
export interface MailKind {
  readonly name: TemplateName
  readonly variables: readonly string[]
  readonly required: readonly string[]
  readonly hasButton: boolean
  /** The built-in texts, with names in place of values. */
  readonly builtIn: MailTexts
}

/** A mail for preview or for a trial. */
export interface TriedMail {
  readonly template: string
  /** A language without texts counts as English. */
  readonly language: string
  readonly look: MessageBrand
}

/** The result of a trial mail. */
export type TriedMailSent = 'sent' | 'unknown_template' | 'no_mail_server' | 'too_many_messages'

/** The mails of a service, for operators: their texts, their look, and a trial that is really sent. */
export interface OperatorMails {
  readonly languages: readonly LanguageCode[]
  list(language: string | undefined): readonly MailKind[]
  faults(document: unknown): readonly MailFault[]
  /** Renders a mail. Nothing: there is no such kind. */
  write(mail: TriedMail): Promise<RenderedMessage | undefined>
  send(mail: TriedMail, to: string): Promise<TriedMailSent>
}

/** Creates the operators' view of the mails. */
export function createOperatorMails(deps: {
  readonly courier: Pick<CourierService, 'carriesMail' | 'enqueue' | 'render'>
  readonly limits: Pick<MessageLimits, 'take'>
  readonly transactions: Pick<Transactions, 'durable'>
  readonly clock: Clock
  readonly config: Pick<IdentityConfig, 'publicBaseUrl'>
}): OperatorMails {
  const { courier, limits, transactions, clock } = deps
  const { publicBaseUrl } = deps.config
  const spoken = spokenLanguages()
  const known = (language: string | undefined) => spoken.find((one) => one === language) ?? defaultLanguage

  const example = ({ template, language, look }: TriedMail, recipient: string): OutgoingMessage | undefined =>
    isTemplateName(template)
      ? {
          type: 'email',
          recipient,
          template,
          data: exampleData(template, publicBaseUrl),
          about: {
            requestUrl: `${publicBaseUrl}/?ui_locales=${known(language)}`,
            transientPayload: {},
            person: undefined,
          },
          look,
        }
      : undefined

  return {
    languages: spoken,
    list: (language) =>
      (Object.keys(templates) as readonly TemplateName[]).map((name) => ({
        name,
        variables: variablesOf(name),
        required: requiredOf(name),
        hasButton: templates[name].has.includes('link'),
        builtIn: builtInTexts(name, translator(known(language))),
      })),
    faults: (document) => mailFaults(document, spoken),
    write: async (mail) => {
      const message = example(mail, 'ada@example.org')
      return message && (await courier.render(message))
    },
    send: async (mail, to) => {
      const message = example(mail, to)
      if (message === undefined) return 'unknown_template'
      if (!courier.carriesMail) return 'no_mail_server'
      return transactions.durable(async () => {
        const taken = await limits.take([to], undefined, clock())
        if (taken.kind === 'refused') return 'too_many_messages'
        await courier.enqueue(message, taken.allowance)
        return 'sent'
      })
    },
  }
}

/** Returns example values that open no account. */
function exampleData(template: TemplateName, publicBaseUrl: string): OutgoingMessage['data'] {
  const { has } = templates[template]
  return {
    ...(has.includes('code') && { code: '123456' }),
    ...(has.includes('link') && { link: `${publicBaseUrl}/login` }),
    ...(has.includes('recovery_link') && { recoveryLink: `${publicBaseUrl}/recovery` }),
    ...(has.includes('valid') && { minutes: 60 }),
  }
}
