import { createHmac, timingSafeEqual } from 'node:crypto'

/** Creates and reads the tokens of onboarding links. */
export interface LinkTokens {
  tokenOf(linkId: string): string
  /** Returns the id of a token's link; undefined for a token that was not created here. */
  linkIdOf(token: string): string | undefined
}

/**
 * Creates the tokens. Lists show the token of a link repeatedly, so a hash of it is not enough; and a stored token
 * would open every link of a stolen copy of the database. Therefore it is derived from the link's id and a key outside
 * of the database.
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
