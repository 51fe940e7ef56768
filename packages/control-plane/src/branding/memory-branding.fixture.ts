import { createHash } from 'node:crypto'

import type { BrandingHost } from '../model/branding-host.ts'

/**
 * Creates a host that draws and writes nothing; it refuses brands with a key `nonsense`, and records recipients of
 * mails.
 */
export function createMemoryBranding() {
  const sent: string[] = []
  const branding: BrandingHost = {
    inspect: async (_, __, document) => ({
      fixed: {},
      faults: 'nonsense' in document ? [{ path: 'nonsense', reason: 'is not known here' }] : [],
      contrast: [],
    }),
    checkFile: (bytes) => {
      if (!Buffer.from(bytes).toString().startsWith('<svg')) return { kind: 'refused', reason: 'It is no picture.' }
      const hash = createHash('sha256').update(bytes).digest('base64url').slice(0, 16)
      return { kind: 'sound', name: `${hash}.svg`, mediaType: 'image/svg+xml' }
    },
    fileOf: () => undefined,
    drawPage: async (_, brand, { state = 'login' }) =>
      state === 'login' ? { html: `<p>${JSON.stringify(brand)}</p>`, nonce: 'n' } : undefined,
    listMails: () => ({ languages: ['en'], templates: [] }),
    writeMail: async (_, { template, mails }) =>
      template === 'login_code_valid' ? { subject: 'Hello', text: JSON.stringify(mails), html: '<p></p>' } : undefined,
    sendMail: async (_, { template }, to) => {
      if (template !== 'login_code_valid') return 'unknown_template'
      sent.push(to)
      return 'sent'
    },
  }
  return { branding, sent }
}
