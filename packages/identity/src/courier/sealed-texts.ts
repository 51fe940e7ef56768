import { z } from 'zod'

import type { Seals } from '../credentials/sealed.ts'
import type { OutboxMessage } from './message.ts'

/** The secret parts of a message: subject, texts and template data hold codes and links. */
export type MessageTexts = Pick<OutboxMessage, 'subject' | 'body' | 'html' | 'templateData' | 'usesTemplates'>

/** The storage of texts: sealed, or, once they are removed, absent. */
export interface SealedTexts {
  /** Seals a message's texts. Nothing: there is no text. */
  seal(message: MessageTexts & Pick<OutboxMessage, 'id'>): string | undefined
  /** Opens a message's texts. Nothing: they were altered, or sealed with a secret that is no longer configured. */
  open(id: string, sealed: string): MessageTexts | undefined
}

/** A message without its texts. */
export const noTexts: MessageTexts = { subject: '', body: '', html: '', templateData: {} }

const texts = z.object({
  subject: z.string(),
  body: z.string(),
  html: z.string(),
  templateData: z.record(z.string(), z.unknown()),
  usesTemplates: z.literal(true).optional(),
})

/** Seals texts for their own message: a copy in another message does not open there. */
export function createSealedTexts(seals: Seals): SealedTexts {
  return {
    seal: ({ id, subject, body, html, templateData, usesTemplates }) =>
      subject === '' && body === '' && html === ''
        ? undefined
        : seals.seal(padded(JSON.stringify({ subject, body, html, templateData, usesTemplates })), contextOf(id)),
    open: (id, sealed) => {
      const plain = seals.open(sealed, contextOf(id))
      return plain === undefined ? undefined : texts.parse(JSON.parse(plain))
    },
  }
}

/**
 * The size step of sealed texts. Nearly every message is one step long in every language and for every person: neither
 * size nor time of the write reveals more. JSON may end in white space.
 */
const stepBytes = 6 * 1024

function padded(json: string): string {
  const length = Buffer.byteLength(json)
  return json + ' '.repeat(Math.ceil(length / stepBytes) * stepBytes - length)
}

function contextOf(id: string): string {
  return `message ${id}`
}
