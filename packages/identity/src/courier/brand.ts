import type { Overrides } from '@gatehouse/i18n/catalogues'

import type { MailDocument } from './mail-texts.ts'

/** The colours of a mail in one scheme, as `#rrggbb`. */
export interface MailColours {
  readonly surface: string
  readonly card: string
  readonly text: string
  readonly textQuiet: string
  readonly accent: string
  /** Read on the accent. */
  readonly accentInk: string
}

/** The brand of a project's messages. */
export interface MessageBrand {
  readonly name?: string
  /**
   * A logo that mail programs show (PNG), as an absolute address. `wordmark`: it contains the name. Common mail
   * programs show no other formats; without a PNG the mail shows the name alone.
   */
  readonly logo?: { readonly url: string; readonly wordmark: boolean }
  readonly colours: Readonly<Record<'light' | 'dark', MailColours>>
  /** Texts in place of the catalogues' own. */
  readonly texts?: Overrides
  /** Mails with texts that an operator wrote. */
  readonly mails?: MailDocument
}

/** The look of messages without a configured brand. */
export const plainMessageBrand: MessageBrand = {
  colours: {
    light: {
      surface: '#f8f6f2',
      card: '#ffffff',
      text: '#1d1b18',
      textQuiet: '#635c52',
      accent: '#1f5f4a',
      accentInk: '#ffffff',
    },
    dark: {
      surface: '#171614',
      card: '#211f1c',
      text: '#f2efe9',
      textQuiet: '#b0a899',
      accent: '#7cc4a6',
      accentInk: '#10221b',
    },
  },
}
