import type { Translator } from '@gatehouse/i18n/translator'

import { templates, type TemplateName, type TemplateValue } from './templates.ts'

/** TABLE: the parts of a mail that an operator may write, with their maximum length. */
export const mailTextParts = {
  /** One line. */
  subject: 200,
  /** Above the rest, larger. One line. */
  heading: 200,
  /** Paragraphs, with an empty line between two. One that is only `{{code}}` or `{{link}}` is drawn as such. */
  body: 4_000,
  /** The label of the button. One line. */
  button: 80,
  /** Paragraphs below the rest, smaller. */
  closing: 2_000,
  /** The plain text. If it is absent, it is built from heading, body and closing. */
  text: 8_000,
} as const

/** The name of such a part. */
export type MailTextPart = keyof typeof mailTextParts

/** The texts of a mail as an operator wrote them; absent ones are the built-in ones. */
export type MailTexts = Partial<Readonly<Record<MailTextPart, string>>>

/** Texts by template and language. */
export type MailDocument = Readonly<Record<string, Readonly<Record<string, MailTexts>>>>

/** A value that a text may name as `{{name}}`. */
export type MailVariable = TemplateValue | 'brand' | 'address'

/** Returns the values that the texts of a template may name. */
export function variablesOf(template: TemplateName): readonly MailVariable[] {
  return [...templates[template].has, 'brand', 'address']
}

/** Returns the values without which a mail is useless. A mail with a code needs no link. */
export function requiredOf(template: TemplateName): readonly MailVariable[] {
  const { has } = templates[template]
  if (has.includes('code')) return ['code']
  return has.includes('link') && has.includes('valid') ? ['link'] : []
}

/** Checks that a name is that of a kind of message. */
export function isTemplateName(name: string): name is TemplateName {
  return Object.hasOwn(templates, name)
}

/** Returns the built-in texts of a template in a language, with names in place of values. */
export function builtInTexts(template: TemplateName, { t }: Pick<Translator, 't'>): Required<Omit<MailTexts, 'text'>> {
  const { words, has, button = 'open', closing } = templates[template]
  const subject = t(`mails:${words}.subject`, { code: '{{code}}' })
  const intro = t(`mails:${words}.intro`)
  const hasCode = has.includes('code')
  const link = hasCode ? [t('mails:or_link'), '{{link}}'] : ['{{link}}']
  return {
    subject,
    heading: hasCode ? intro : subject,
    body: paragraphsOf([...(hasCode ? ['{{code}}'] : [intro]), ...(has.includes('link') ? link : [])]),
    button: t(`mails:${button}`),
    closing: paragraphsOf([
      ...(has.includes('valid') ? ['{{valid}}'] : []),
      ...(has.includes('recovery_link') ? [`${t('mails:closing.recover')} {{recovery_link}}`] : []),
      closing.map((name) => t(`mails:closing.${name}`)).join(' '),
    ]),
  }
}

const paragraphsOf = (parts: readonly string[]) => parts.join('\n\n')
