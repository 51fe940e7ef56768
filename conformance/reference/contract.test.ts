import { continueWithActions, messageCatalogue, nodeGroups } from '@gatehouse/contract/flows'
import { ConfigError, parseIdentityConfig } from '@gatehouse/identity/configuration'
import { describe, expect, it } from 'vitest'

import { leftOut } from './contract-left-out.ts'
import { loadContract, triedKeys } from './contract.ts'

const contract = loadContract()
const schema = { type: 'object', properties: { traits: { type: 'object' } } }
const base = {
  dsn: 'memory',
  serve: { public: { base_url: 'https://auth.example.org' } },
  identity: { schemas: [{ id: 'default', url: `base64://${Buffer.from(JSON.stringify(schema)).toString('base64')}` }] },
  secrets: { default: ['a-secret-of-sixteen'] },
}

/** Returns the log at start, or the faults that prevent it. */
async function saidAtStart(document: Readonly<Record<string, unknown>>) {
  return parseIdentityConfig(document).then(
    ({ warnings }) => ({ starts: true, said: warnings.join('\n') }),
    (error: unknown) => {
      if (!(error instanceof ConfigError)) throw error
      return { starts: false, said: error.faults.join('\n') }
    },
  )
}

/** Pairs of a path and a value as one document. */
function nested(path: string, value: unknown): Record<string, unknown> {
  const built = path.split('.').reduceRight<unknown>((inner, key) => ({ [key]: inner }), value)
  return built as Record<string, unknown>
}

describe('the contract of July 2026', () => {
  it('every message has words here, but for the first number of a range @contract-july-11', () => {
    const without = Object.keys(contract.message_ids).filter((id) => !Object.hasOwn(messageCatalogue, id))
    expect(without).toEqual(leftOut.messages.map(String))
  })

  it('every group of nodes and every next step is known; those of other services are drawn @contract-july-12', () => {
    expect([...nodeGroups].toSorted()).toEqual([...contract.node_groups].toSorted())
    expect(continueWithActions).toEqual(contract.continue_with_actions)
    expect(leftOut.groups.map(({ name }) => name).filter((name) => !contract.node_groups.includes(name))).toEqual([])
  })

  it('every hook runs here, none is left out @contract-july-13', async () => {
    for (const hook of contract.hooks) {
      const config = hook === 'web_hook' ? { url: 'https://hooks.example.org/' } : {}
      const after = { profile: { hooks: [{ hook, config }] } }
      expect([hook, await saidAtStart({ ...base, selfservice: { flows: { settings: { after } } } })]).toEqual([
        hook,
        { starts: true, said: '' },
      ])
    }
  })

  it('every key of it starts, with each of its values, and none is called unknown @contract-july-1', async () => {
    const tried = triedKeys(contract, base)
    expect(tried.length).toBeGreaterThan(1_000)
    const wrong: string[] = []
    for (const { key, value, document } of tried) {
      const { starts, said } = await saidAtStart(document)
      if (!starts || said.includes('unknown')) wrong.push(`${key} = ${JSON.stringify(value)}: ${said}`)
    }
    expect(wrong).toEqual([])
  })

  it.each([
    ['selfservice.flows.logout.clear_browser_data', true, 'every sign-out clears what the browser keeps of pages'],
    ['feature_flags.legacy_allow_insecure_origins', true, 'work on https pages and on localhost alone'],
    ['courier.worker', { pull_count: 3 }, 'messages leave as soon as they are due'],
    ['serve.public.tls', { key: { path: '/key.pem' } }, 'put a TLS proxy in front'],
    ['selfservice.methods.code.config', { missing_credential_fallback_enabled: true }, 'get no code to sign in'],
  ])('%s is left out in words of ours @contract-july-2', async (path, value, words) => {
    const { config: _config, warnings } = await parseIdentityConfig(base, { overrides: nested(path, value) })
    expect(warnings).toEqual([expect.stringContaining(words)])
    expect(warnings.join()).toMatch(/ is not supported: /)
  })

  it.each([
    [
      'serve.public',
      { base_ulr: 'https://a.example.org' },
      'serve.public.base_ulr',
      'did you mean serve.public.base_url?',
    ],
    [
      'selfservice.methods.oidc',
      { config: { provider: [] } },
      'config.provider',
      'did you mean selfservice.methods.oidc.config.providers?',
    ],
    ['courier', { from_address: 'a@example.org' }, 'courier.from_address', 'did you mean courier.smtp.from_address?'],
    ['courier', { wroker: {} }, 'courier.wroker', 'did you mean courier.worker?'],
    ['session', { nonsense_without_a_neighbour: 1 }, 'session.nonsense', 'check its spelling and place'],
  ])(
    'a key in %s that is in neither is unknown, with what was meant @contract-july-3',
    async (path, value, key, hint) => {
      const failed = await parseIdentityConfig(base, { overrides: nested(path, value) }).catch(
        (error: unknown) => error,
      )
      const [fault = '', ...others] = failed instanceof ConfigError ? failed.faults : []
      expect(others).toEqual([])
      expect(fault).toContain(key)
      expect(fault).toContain(`is unknown; `)
      expect(fault).toContain(hint)
    },
  )

  it('a thousand names that mean nothing are read quickly, and the first hundred looked up @contract-july-4', async () => {
    const names = Object.fromEntries(Array.from({ length: 1_000 }, (_, index) => [`bse_url${index}`, 1]))
    const failed = await parseIdentityConfig(base, { overrides: { serve: { public: names } } }).catch((e: unknown) => e)
    const faults = failed instanceof ConfigError ? failed.faults : []
    expect(faults).toHaveLength(1_000)
    expect(faults.filter((fault) => fault.includes('did you mean')).length).toBeLessThanOrEqual(100)
  })
})
