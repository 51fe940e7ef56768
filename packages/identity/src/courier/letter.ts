import type { Translator } from '@gatehouse/i18n/translator'

import type { OutgoingMessage } from './message.ts'
import { templates } from './templates.ts'

/** The texts of a message by part; parts that a message does not have are absent. */
export interface Letter {
  readonly language: Pick<Translator, 'lng' | 'dir'>
  readonly subject: string
  readonly intro: string
  readonly code?: string
  readonly link?: { readonly url: string; readonly button: string; readonly alternative?: string }
  /** Sentences of the small print, each with its address, if any. */
  readonly small: readonly { readonly text: string; readonly url?: string }[]
}

type Data = OutgoingMessage['data']

/** Writes an outgoing message in a language. */
export function writeLetter({ template, data }: OutgoingMessage, { t, lng, dir }: Translator): Letter {
  const { words, button = 'open', closing } = templates[template]
  const code = data.code === undefined ? undefined : String(data.code)
  const url = webAddress(data.link)
  const recovery = webAddress(data.recoveryLink)
  const intro = t(`mails:${words}.intro`)
  const valid = validity(data, t)
  return {
    language: { lng, dir },
    // A line break in a subject would begin another header.
    subject: t(`mails:${words}.subject`, { code: code ?? '' })
      .replace(/\s+/g, ' ')
      .trim(),
    intro: data.endedSessions === undefined ? intro : `${intro} ${t('mails:sessions_ended')}`,
    ...(code !== undefined && { code }),
    ...(url !== undefined && {
      link: { url, button: t(`mails:${button}`), ...(code !== undefined && { alternative: t('mails:or_link') }) },
    }),
    small: [
      ...(valid === undefined ? [] : [{ text: valid }]),
      ...(recovery === undefined ? [] : [{ text: t('mails:closing.recover'), url: recovery }]),
      { text: closing.map((name) => t(`mails:closing.${name}`)).join(' ') },
    ],
  }
}

/** Returns the validity as a text. */
export function validity({ minutes }: Data, t: Translator['t']): string | undefined {
  if (typeof minutes !== 'number' || minutes <= 0) return undefined
  const rounded = Math.max(1, Math.round(minutes))
  if (rounded >= 2880 && rounded % 1440 === 0) return t('mails:valid_days', { count: rounded / 1440 })
  if (rounded >= 120 && rounded % 60 === 0) return t('mails:valid_hours', { count: rounded / 60 })
  return t('mails:valid_minutes', { count: rounded })
}

/** Returns a link if it is a web address; only these become links. */
export function webAddress(link: Data[string] | undefined): string | undefined {
  return typeof link === 'string' && /^https?:\/\//.test(link) ? link : undefined
}
