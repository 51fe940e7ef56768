import { z } from 'zod'

import {
  isTemplateName,
  mailTextParts,
  requiredOf,
  variablesOf,
  type MailDocument,
  type MailTextPart,
  type MailTexts,
} from './mail-texts.ts'
import type { TemplateName } from './templates.ts'

/** A fault in the text of a mail, with its position. */
export interface MailFault {
  /** `template.language.part`. */
  readonly path: string
  readonly reason: string
}

const entries = z.record(z.string(), z.unknown())
const parts = Object.keys(mailTextParts) as readonly MailTextPart[]
const oneLine: ReadonlySet<MailTextPart> = new Set(['subject', 'heading', 'button'])

/** Reads the valid part of a document of texts. */
export function mailDocumentOf(given: unknown): MailDocument {
  const read = z.record(z.string(), z.record(z.string(), z.partialRecord(z.enum(parts), z.string()))).safeParse(given)
  return read.success ? read.data : {}
}

/** Returns all faults of a document of texts. */
export function mailFaults(given: unknown, languages: readonly string[]): readonly MailFault[] {
  return Object.entries(entries.safeParse(given).data ?? {}).flatMap(([template, spoken]) => {
    if (!isTemplateName(template)) return [{ path: template, reason: 'is no kind of mail' }]
    const list = entries.safeParse(spoken).data
    if (list === undefined) return [{ path: template, reason: 'is no list of languages with texts' }]
    return Object.entries(list).flatMap(([language, texts]) => {
      const path = `${template}.${language}`
      if (!languages.includes(language)) return [{ path, reason: 'is no language that there is' }]
      const read = entries.safeParse(texts).data
      if (read === undefined) return [{ path, reason: 'is no list of texts' }]
      return Object.entries(read).flatMap(([part, text]) =>
        faultsOf(template, part, text).map((reason) => ({ path: `${path}.${part}`, reason })),
      )
    })
  })
}

function faultsOf(template: TemplateName, name: string, text: unknown): readonly string[] {
  const part = parts.find((one) => one === name)
  if (part === undefined) return [`is not a part of an email; there are ${parts.join(', ')}`]
  if (typeof text !== 'string') return ['is no text']
  return [...shapeFaults(part, text), ...variableFaults(template, part, text)]
}

/** Control characters other than line breaks, and characters that reverse the direction of text. */
const unseen = /[^\P{Cc}\n\r\t]|[\u202a-\u202e]/u

function shapeFaults(part: MailTextPart, text: string): readonly string[] {
  const most = mailTextParts[part]
  return [
    ...(text.trim() === '' ? ['is empty; leave it out to have it as it comes'] : []),
    ...(text.length > most ? [`has more than ${most} characters`] : []),
    ...(oneLine.has(part) && /[\r\n]/.test(text.trim()) ? ['has more than one line'] : []),
    ...(unseen.test(text) ? ['has control characters'] : []),
    ...(/<\/?[a-z!][^<>]*>/i.test(text) ? ['has markup, which would be shown as it is written; write plain text'] : []),
  ]
}

const variable = /\{\{([^{}]*)\}\}/g

function variableFaults(template: TemplateName, part: MailTextPart, text: string): readonly string[] {
  const known: readonly string[] = variablesOf(template)
  const named = [...text.matchAll(variable)].map(([, name = '']) => name.trim())
  const unknown = named.find((name) => !known.includes(name))
  const list = known.map((name) => `{{${name}}}`).join(', ')
  const needed = part === 'body' || part === 'text' ? requiredOf(template) : []
  return [
    ...(unknown === undefined ? [] : [`names {{${unknown}}}, which this email does not have; there are ${list}`]),
    ...(/\{\{|\}\}/.test(text.replaceAll(variable, '')) ? [`has braces without a variable between them`] : []),
    ...needed
      .filter((name) => !named.includes(name))
      .map((name) => `lacks {{${name}}}, without which the email is useless; put it on a line of its own`),
  ]
}

/** Checks that a text of this template can be used. */
export function isUsable(template: TemplateName, texts: MailTexts): boolean {
  return Object.entries(texts).every(([part, text]) => faultsOf(template, part, text).length === 0)
}
