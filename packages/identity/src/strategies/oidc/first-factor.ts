import type { FirstFactors } from '../../credentials/factors.ts'

/** How many accounts at providers open an account here. */
export const linkFactors: FirstFactors = ({ credentials: { oidc, saml } }) =>
  [oidc, saml].reduce((sum, credential) => {
    const list: unknown = credential?.config['providers']
    return sum + (Array.isArray(list) ? list.length : 0)
  }, 0)
