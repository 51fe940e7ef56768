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

/** How messages introduce themselves. */
export interface MessageBrand {
  readonly name?: string
  /**
   * A picture that mail programs show (PNG), by its whole address. `wordmark`: it says the name itself. Other kinds are not
   * shown by the common ones; then the name stands alone.
   */
  readonly logo?: { readonly url: string; readonly wordmark: boolean }
  readonly colours: Readonly<Record<'light' | 'dark', MailColours>>
  /** Texts that are said instead of the catalogues' own. */
  readonly texts?: Overrides
  /** Mails in an operator's own words. */
  readonly mails?: MailDocument
}

/** The look of messages where none was chosen. */
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
