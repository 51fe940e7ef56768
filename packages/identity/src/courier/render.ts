import type { Translator } from '@gatehouse/i18n/translator'

import type { MessageBrand } from './brand.ts'
import { htmlOf } from './html.ts'
import { writeLetter, type Letter } from './letter.ts'
import type { OutgoingMessage } from './message.ts'

/** A message as it is sent. */
export interface RenderedMessage {
  readonly subject: string
  /** Plain text; a code has a separate line. */
  readonly body: string
  /** The same for mail programs that show HTML; empty for text messages. */
  readonly html: string
}

/** Renders an outgoing message in a language and with a brand. */
export function renderMessage(message: OutgoingMessage, translator: Translator, brand: MessageBrand): RenderedMessage {
  const letter = writeLetter(message, translator)
  const { subject } = letter
  if (message.type === 'phone') return { subject, body: shortText(letter), html: '' }
  return { subject, body: `${longText(letter)}\n`, html: htmlOf(letter, brand) }
}

/** Returns a short text, as text messages cost by length: the instruction, and the code or the link. */
function shortText({ intro, code, link }: Letter): string {
  return paragraphs([intro, code ?? link?.url])
}

function longText({ intro, code, link, small }: Letter): string {
  return paragraphs([
    intro,
    code,
    link && (link.alternative === undefined ? link.url : `${link.alternative}\n${link.url}`),
    ...small.map(({ text, url }) => (url === undefined ? text : `${text}\n${url}`)),
  ])
}

const paragraphs = (parts: readonly (string | undefined)[]) => parts.filter((part) => part !== undefined).join('\n\n')
