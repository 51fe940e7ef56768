import type { Translator } from '@gatehouse/i18n/translator'

import type { MessageBrand } from './brand.ts'
import { drawMail, type MailBlock } from './html.ts'
import { validity, webAddress } from './letter.ts'
import { builtInTexts, type MailTexts, type MailVariable } from './mail-texts.ts'
import type { OutgoingMessage } from './message.ts'
import type { RenderedMessage } from './render.ts'

/** The values that a text may name, with their texts in one message; those that the message lacks are absent. */
type Values = Partial<Readonly<Record<MailVariable, string>>>

/** Renders a mail with an operator's texts. No text is read as markup, and no value as a variable. */
export function writeMail(
  message: OutgoingMessage,
  translator: Translator,
  brand: MessageBrand,
  texts: MailTexts,
): RenderedMessage {
  const { lng, dir } = translator
  const values = valuesOf(message, translator, brand)
  const all = { ...builtInTexts(message.template, translator), ...texts }
  const fill = (text: string) => filled(text, values)
  // A line break in a subject would begin another header.
  const subject = fill(all.subject).replace(/\s+/g, ' ').trim()
  const button = fill(all.button)
  const heading = fill(all.heading)
  const ended = message.data.endedSessions === undefined ? [] : [translator.t('mails:sessions_ended')]
  const body = [...paragraphsOf(all.body), ...ended]
  const blocks = body.flatMap((paragraph) => blockOf(paragraph, values, button))
  const small = paragraphsOf(all.closing).map(fill).filter(isText)
  const plain = texts.text ?? [all.heading, ...body, ...paragraphsOf(all.closing)].join('\n\n')
  const text = paragraphsOf(plain).map(fill).filter(isText).join('\n\n')
  return {
    subject,
    body: `${text}\n`,
    html: drawMail(
      { language: { lng, dir }, subject, heading, blocks, small: small.map((one) => ({ text: one })) },
      brand,
    ),
  }
}

function valuesOf({ data, recipient }: OutgoingMessage, { t }: Translator, { name }: MessageBrand): Values {
  const [link, recovery, valid] = [webAddress(data.link), webAddress(data.recoveryLink), validity(data, t)]
  return {
    ...(data.code !== undefined && { code: String(data.code) }),
    ...(link !== undefined && { link }),
    ...(recovery !== undefined && { recovery_link: recovery }),
    ...(valid !== undefined && { valid }),
    brand: name ?? '',
    address: recipient,
  }
}

const variable = /\{\{\s*(\w+)\s*\}\}/g

/** Replaces names by values, once: a value is not searched for names. */
function filled(text: string, values: Values): string {
  const known = new Map<string, string>(Object.entries(values))
  return text.replaceAll(variable, (_, name: string) => known.get(name) ?? '').trim()
}

function paragraphsOf(text: string): readonly string[] {
  return text
    .split(/\r?\n(?:[ \t]*\r?\n)+/)
    .map((paragraph) => paragraph.trim())
    .filter(isText)
}

const isText = (text: string) => text !== ''

/** Draws a paragraph that is only a code or a link as such; an empty one is left out. */
function blockOf(paragraph: string, values: Values, button: string): readonly MailBlock[] {
  const [, alone] = /^\{\{\s*(\w+)\s*\}\}$/.exec(paragraph) ?? []
  if (alone === 'code') return values.code === undefined ? [] : [{ kind: 'code', code: values.code }]
  if (alone === 'link') return values.link === undefined ? [] : [{ kind: 'button', url: values.link, label: button }]
  const text = filled(paragraph, values)
  return text === '' ? [] : [{ kind: 'text', text }]
}
