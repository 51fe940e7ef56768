import { createHmac, timingSafeEqual } from 'node:crypto'

/** Makes and reads the tokens of onboarding links. */
export interface LinkTokens {
  tokenOf(linkId: string): string
  /** The id of the link that a token was made for; nothing for a token that was not made here. */
  linkIdOf(token: string): string | undefined
}

/**
 * Lists show the token of a link again and again, so a hash of it would not do; and a token that lies in the database
 * would open every link of a stolen copy. Hence it is made from the link's id and a key that is not in the database.
 */
export function createLinkTokens(key: string): LinkTokens {
  const sign = (linkId: string) => createHmac('sha256', key).update(`onboarding link ${linkId}`).digest()
  return {
    tokenOf: (linkId) => `gol_${linkId}_${sign(linkId).toString('base64url')}`,
    linkIdOf: (token) => {
      const [, linkId, signature] = /^gol_([0-9a-f-]{36})_([\w-]{43})$/.exec(token) ?? []
      if (linkId === undefined || signature === undefined) return undefined
      const given = Buffer.from(signature, 'base64url')
      const right = sign(linkId)
      return given.length === right.length && timingSafeEqual(given, right) ? linkId : undefined
    },
  }
}
