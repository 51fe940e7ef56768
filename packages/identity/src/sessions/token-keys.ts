import { Secret } from '@gatehouse/platform/secrets'

import type { IdentityConfig, TokenizerTemplate } from '../configuration/config.ts'
import { readSource } from '../configuration/schema-document.ts'
import { publicKeys, signingKey, type PublicKey } from '../configuration/tokenizer.ts'
import { BusyRefusal } from '../http/busy-refusal.ts'
import { reachOfServices } from '../outbound/reach.ts'

/** The keys that sign session tokens, by template. */
export interface TokenKeys {
  signing(name: string, template: TokenizerTemplate, now: number): ReturnType<typeof signingKey>
  /** Returns the keys for applications to check tokens: the public half of the keys of all templates, each once. */
  published(now: number): Promise<readonly PublicKey[]>
}

/** The time after which keys are fetched from the network again. */
const refreshMs = 5 * 60_000

interface KeySet {
  readonly key: Awaited<ReturnType<typeof signingKey>>
  readonly published: readonly PublicKey[]
}

/** Creates the store of the configured templates' key sets. */
export function createTokenKeys({ session, outbound }: Pick<IdentityConfig, 'session' | 'outbound'>): TokenKeys {
  const origin = { baseDir: '.', reachOf: reachOfServices(outbound) }
  const sets = new Map<string, { readonly at: number; readonly set: Promise<KeySet> }>()

  function setOf(name: string, template: TokenizerTemplate, now: number): Promise<KeySet> {
    const known = sets.get(name)
    const isFresh = known && (!/^https?:/.test(template.jwksUrl) || now - known.at < refreshMs)
    if (isFresh) return known.set
    // The first ones were read at start; later, old keys are better than none.
    const set = known
      ? readSource(template.jwksUrl, origin)
          .then(parse)
          .catch(() => known.set)
      : first(template.jwks)
    sets.set(name, { at: now, set })
    // Keys that were never loaded are fetched again for the next caller.
    if (!known) set.catch(() => sets.delete(name))
    return set
  }

  return {
    signing: async (name, template, now) => (await setOf(name, template, now)).key,
    published: async (now) => {
      const templates = Object.entries(session.whoami.tokenizer.templates)
      // Keys that are not loaded yet have signed nothing.
      const tried = await Promise.allSettled(templates.map(([name, template]) => setOf(name, template, now)))
      const all = tried.flatMap((set) => (set.status === 'fulfilled' ? [set.value] : []))
      // One key may serve several templates; two keys of one id are two keys.
      return [...new Map(all.flatMap(({ published }) => published).map((key) => [JSON.stringify(key), key])).values()]
    },
  }
}

async function first(jwks: TokenizerTemplate['jwks']): Promise<KeySet> {
  if (jwks instanceof Secret) return parse(jwks.reveal())
  return jwks.read().then(parse, () => {
    throw new BusyRefusal(
      'The keys that sign tokens of this template are not there yet; please try again in some seconds.',
    )
  })
}

async function parse(text: string): Promise<KeySet> {
  return { key: await signingKey(text), published: publicKeys(text) }
}
