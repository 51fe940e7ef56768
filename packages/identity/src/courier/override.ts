import type { MessageTexts } from '../configuration/config.ts'
import { escapeHtml } from './escape-html.ts'
import type { OutgoingMessage } from './message.ts'
import type { RenderedMessage } from './render.ts'

const variable = /\{\{-?\s*\.(\w+)\s*-?\}\}/g

const names = new Set([
  'To',
  'RecoveryCode',
  'VerificationCode',
  'LoginCode',
  'RegistrationCode',
  'RecoveryURL',
  'VerificationURL',
  'ExpiresInMinutes',
])

/** Why a text of the operator cannot be used. Only values can be put in: `{{ .LoginCode }}`. */
export function templateFault(text: string): string | undefined {
  for (const [, name = ''] of text.matchAll(variable)) {
    if (!names.has(name)) return `has an unknown value .${name}; there are ${[...names].join(', ')}`
  }
  const rest = text.replace(variable, '')
  const from = rest.indexOf('{{')
  const to = from < 0 ? -1 : rest.indexOf('}}', from + 2)
  return to >= 0
    ? `has ${rest.slice(from, to + 2).slice(0, 60)}: only values such as {{ .LoginCode }} are supported`
    : undefined
}

/** A message with the operator's texts in the place of the built-in ones. */
export function withOverrides(
  texts: MessageTexts | undefined,
  message: OutgoingMessage,
  built: RenderedMessage,
): RenderedMessage {
  if (!texts) return built
  const { code, link, minutes } = message.data
  const values: Readonly<Record<string, string>> = {
    To: message.recipient,
    RecoveryCode: String(code ?? ''),
    VerificationCode: String(code ?? ''),
    LoginCode: String(code ?? ''),
    RegistrationCode: String(code ?? ''),
    RecoveryURL: String(link ?? ''),
    VerificationURL: String(link ?? ''),
    ExpiresInMinutes: String(minutes ?? ''),
  }
  const fill = (text: string, escape: (value: string) => string = (value) => value): string =>
    text.replace(variable, (_whole, name: string) => escape(values[name] ?? ''))
  if (message.type === 'phone') {
    return texts.sms === undefined ? built : { ...built, body: fill(texts.sms).trim() }
  }
  return {
    // A line break in a subject would begin another header.
    subject: texts.subject === undefined ? built.subject : fill(texts.subject).replace(/\s+/g, ' ').trim(),
    body: texts.body === undefined ? built.body : fill(texts.body),
    // A text without its own markup must not come with the built-in one.
    html: texts.html === undefined ? (texts.body === undefined ? built.html : '') : fill(texts.html, escapeHtml),
  }
}
