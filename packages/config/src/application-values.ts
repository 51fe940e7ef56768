import { getDomain } from 'tldts'
import { z } from 'zod'
import type { SessionTokens } from './config.ts'
import { domain } from './values.ts'

const words = z.union([
  z.array(z.string()),
  z.string().transform((text) => text.split(/[\s,]+/).filter((part) => part !== '')),
])

/** Addresses of applications, separated by commas or spaces, or a list of them. */
export const returnUrls = words.transform((list, context): readonly string[] =>
  list.flatMap((entry) => {
    const why = whyNoReturnUrl(entry)
    if (why === undefined) return [entry]
    context.addIssue(`has the entry "${entry}", which ${why}`)
    return []
  }),
)

function whyNoReturnUrl(entry: string): string | undefined {
  const url = URL.parse(entry)
  if (url === null || !/^[a-z][a-z0-9+.-]*:\/\/[^/]/i.test(entry)) {
    return 'is no address such as https://app.example.org'
  }
  if (url.username !== '' || url.password !== '') return 'contains a user name or a password'
  if (url.search !== '' || url.hash !== '') return 'has a query or a fragment, which do not count here'
  const { host } = url
  if (!host.includes('*')) return undefined
  if (!/^\*\.[^*]+$/.test(host)) return 'has a * that does not stand for the first part of the name'
  // Anyone can register a name directly below such a domain.
  return isOwnable(url.hostname.slice('*.'.length)) ? undefined : 'covers names that belong to anybody'
}

/** A domain that one owner has, and with it all names below. */
export const cookieDomain = domain.refine(
  (name) => isOwnable(name),
  'is a domain below which names belong to anybody: browsers keep no cookie for it',
)

/** Returns whether a domain can be registered, or is below one that can. Names such as `app.localhost` count. */
function isOwnable(name: string): boolean {
  return getDomain(name, { allowPrivateDomains: true }) !== null
}

const tokenName = /^[\w.-]{1,64}$/
const span = /^(?:\d+(?:\.\d+)?(?:h|m|s|ms))+$/
const settingsOfTokens = z.strictObject({
  lifespan: z.string().regex(span).default('10m'),
  keys: z.string().min(1).optional(),
  claims: z.string().min(1).optional(),
})

/**
 * The form `name: lifespan`, or `name: { lifespan, keys, claims }`; in the environment `name:lifespan`, separated by
 * commas.
 */
export const sessionTokens = z
  .union([z.record(z.string(), z.unknown()), words])
  .transform((given, context): readonly SessionTokens[] => {
    const entries = Array.isArray(given)
      ? given.map((one): readonly [string, unknown] => {
          const at = one.indexOf(':')
          return at < 0 ? [one, {}] : [one.slice(0, at), one.slice(at + 1)]
        })
      : Object.entries(given)
    return entries.flatMap(([name, value]) => {
      const parsed = settingsOfTokens.safeParse(typeof value === 'string' ? { lifespan: value } : (value ?? {}))
      if (!tokenName.test(name)) context.addIssue(`has the name "${name}": letters, digits, "_", "." and "-" alone`)
      else if (parsed.success) return [{ name, keys: undefined, claims: undefined, ...parsed.data }]
      else context.addIssue(`has the entry ${name}, which needs a lifespan such as 10m, and may have keys and claims`)
      return []
    })
  })

/** The domain of one owner that two hosts are in. */
export function sharedDomain(one: string, other: string): string | undefined {
  const [first, second] = [one, other].map((host) => getDomain(host, { allowPrivateDomains: true }))
  return first !== null && first === second ? first : undefined
}
