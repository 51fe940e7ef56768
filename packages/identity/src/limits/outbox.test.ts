import { emailSpellings, phoneSpellings } from '@gatehouse/testing/attack'
import { afterEach, describe, expect, test } from 'vitest'

import { goodPassword } from '../flows/flow-harness.fixture.ts'
import { configurations, createCrowd, fictionalPhone, victim, victimPhone, type Crowd } from './crowd.fixture.ts'

let crowd: Crowd
afterEach(() => crowd.harness.stop())

/** Tries once to cause a message; `round` counts from 0. */
type Try = (round: number) => Promise<unknown>

/** A way to cause messages to a victim: its preparation, and one try. */
interface Way {
  readonly way: string
  readonly configuration?: keyof typeof configurations
  readonly to?: string
  /** Messages that the preparation itself sends there. */
  readonly before?: number
  readonly begin: (crowd: Crowd) => Promise<Try> | Try
}

const tries = 20
const password = { method: 'password', password: goodPassword }

/** Signs up with these traits, then signs in repeatedly. */
const signingIn =
  (signIn: object, given: object) =>
  async ({ signUp, submit }: Crowd): Promise<Try> => {
    await signUp(given)
    return () => submit('login', { ...password, ...signIn })
  }

const ways: readonly Way[] = [
  {
    way: 'signing up, deleting the account, and again',
    begin:
      ({ signUp, leave }) =>
      async () => {
        const { token } = await signUp({ email: victim })
        if (token !== undefined) expect((await leave(token, victim)).status).toBe(204)
      },
  },
  {
    way: 'a profile changed to the address and back',
    begin: async ({ signUp, submit }) => {
      const { token } = await signUp({ name: 'eve' })
      return async () => {
        await submit('settings', { method: 'profile', traits: { name: 'eve', contact: victim } }, token)
        await submit('settings', { method: 'profile', traits: { name: 'eve' } }, token)
      }
    },
  },
  {
    way: 'many accounts that give the address, in every spelling',
    begin: ({ signUp }) => {
      // Most of them are refused, or recognized as the same address; those with an invisible letter are not.
      const unseen = [1, 2, 3, 4, 5].map((at) => `${victim.slice(0, at)}\u200b${victim.slice(at)}`)
      const spellings = [...unseen, ...emailSpellings(victim)]
      return (round) => signUp({ name: `eve${round}`, contact: spellings[round % spellings.length] })
    },
  },
  {
    way: 'many accounts that give the address, each with another tag',
    begin:
      ({ signUp }) =>
      (round) =>
        signUp({ name: `eve${round}`, contact: victim.replace('@', `+${round}@`) }),
  },
  {
    way: 'many accounts that give an unassigned telephone number, in every spelling',
    to: fictionalPhone,
    begin: ({ signUp }) => {
      const spellings = phoneSpellings(fictionalPhone)
      return (round) => signUp({ name: `eve${round}`, phone: spellings[round % spellings.length] })
    },
  },
  {
    way: 'an account that gives the telephone number, deleted, and again in another spelling',
    to: victimPhone,
    begin: ({ signUp, leave }) => {
      const spellings = phoneSpellings(victimPhone)
      return async (round) => {
        const { token, answer } = await signUp({ name: `eve${round}`, phone: spellings[round % spellings.length] })
        if (token === undefined) return
        expect((await leave(token, answer.body.identity.verifiable_addresses[0].value)).status).toBe(204)
      }
    },
  },
  {
    way: 'accounts whose traits have a list of spellings',
    begin:
      ({ signUp }) =>
      (round) =>
        signUp({ name: `eve${round}`, more: [0, 1].map((one) => victim.replace('@', `+${round}-${one}@`)) }),
  },
  {
    way: 'a form whose field "traits" hides "traits.email"',
    begin: ({ harness }) => {
      return async (round) => {
        const browser = harness.browser()
        const flow = (await browser.ask('/self-service/registration/browser')).body
        const fields = { method: 'code', 'traits.email': victim, traits: 'x', 'traits.name': `eve${round}` }
        await browser.post(flow, fields)
      }
    },
  },
  {
    way: 'a code to sign up with',
    begin:
      ({ submit }) =>
      () =>
        submit('registration', { method: 'code', traits: { email: victim } }),
  },
  {
    way: 'a code to sign in with',
    before: 1,
    begin: async ({ signUp, submit }) => {
      await signUp({ email: victim })
      return () => submit('login', { method: 'code', identifier: victim })
    },
  },
  {
    way: 'a code to sign in with, as the only way there is',
    configuration: 'identifierFirst',
    begin: async ({ harness, submit }) => {
      await harness.admin('POST', '/identities', { schema_id: 'person', traits: { email: victim } })
      return () => submit('login', { method: 'identifier_first', identifier: victim })
    },
  },
  {
    way: 'a code to sign in with, sent again',
    before: 2,
    begin: async ({ signUp, submit, send }) => {
      await signUp({ email: victim })
      const { flow } = await submit('login', { method: 'code', identifier: victim })
      return () => send(flow, { method: 'code', identifier: victim, resend: 'code' })
    },
  },
  {
    way: 'recovery',
    before: 1,
    begin: async ({ signUp, submit }) => (
      await signUp({ email: victim }),
      () => submit('recovery', { method: 'code', email: victim })
    ),
  },
  {
    way: 'recovery by a link',
    configuration: 'byLink',
    before: 1,
    begin: async ({ signUp, submit }) => (
      await signUp({ email: victim }),
      () => submit('recovery', { method: 'link', email: victim })
    ),
  },
  {
    way: 'recovery of a person without an account',
    configuration: 'notifiesStrangers',
    begin:
      ({ submit }) =>
      () =>
        submit('recovery', { method: 'code', email: victim }),
  },
  {
    way: 'recovery with a choice of addresses',
    configuration: 'choosesAddress',
    begin: async ({ signUp, submit, send }) => {
      await signUp({ name: 'eve', email: 'eve@example.org', backup: victim })
      return async () => {
        const { flow, answer } = await submit('recovery', { method: 'code', recovery_address: victim })
        const masked = (answer.body.ui?.nodes ?? []).find(({ meta }: { meta: { label?: { text: string } } }) =>
          meta.label?.text.startsWith('vi'),
        )
        await send(flow, {
          method: 'code',
          recovery_address: victim,
          recovery_select_address: masked?.attributes.value,
        })
        await send(flow, { method: 'code', recovery_address: victim, recovery_confirm_address: victim })
      }
    },
  },
  {
    way: 'verification',
    before: 1,
    begin: async ({ signUp, submit }) => (
      await signUp({ email: victim }),
      () => submit('verification', { method: 'code', email: victim })
    ),
  },
  {
    way: 'verification by a link',
    configuration: 'byLink',
    before: 1,
    begin: async ({ signUp, submit }) => (
      await signUp({ email: victim }),
      () => submit('verification', { method: 'link', email: victim })
    ),
  },
  {
    way: 'verification after each sign-in',
    configuration: 'verifiesAfterSignIn',
    before: 1,
    begin: signingIn({ identifier: 'eve' }, { name: 'eve', contact: victim }),
  },
  {
    way: 'sign-ins that need a proved address first',
    configuration: 'signsInVerifiedOnly',
    before: 1,
    begin: signingIn({ identifier: 'eve' }, { name: 'eve', contact: victim }),
  },
  {
    way: 'a second factor, asked for by opening its page',
    configuration: 'codeAsSecondFactor',
    before: 1,
    begin: async ({ signUp, open }) => {
      const { token = '' } = await signUp({ email: victim })
      return () => open('login', { token, query: '?aal=aal2' })
    },
  },
  {
    way: 'every flow in turn',
    before: 1,
    begin: async ({ signUp, submit }) => {
      const { token } = await signUp({ email: victim })
      expect(token).toBeDefined()
      return (round) =>
        [
          () => submit('login', { method: 'code', identifier: victim }),
          () => submit('recovery', { method: 'code', email: victim }),
          () => submit('verification', { method: 'code', email: victim }),
          () => signUp({ name: `eve${round}`, contact: victim }),
        ][round % 4]?.() ?? Promise.resolve()
    },
  },
]

describe('a stranger gets no more than six messages in fifteen minutes', () => {
  test.each(ways)('by $way @outbox-1', async ({ configuration = 'usual', to = victim, before = 0, begin }) => {
    crowd = await createCrowd(configurations[configuration])
    const attempt = await begin(crowd)
    expect(await crowd.messagesTo(to)).toBe(before)
    for (let round = 0; round < tries; round += 1) await attempt(round)
    expect(await crowd.messagesTo(to)).toBe(6)
    // The allowance does not return gradually: otherwise patience would double it.
    for (let round = tries; round < 2 * tries; round += 1) {
      crowd.harness.clock.advance(44_000)
      await attempt(round)
    }
    expect(await crowd.messagesTo(to)).toBe(6)
  })

  test.each(ways)('by $way, at once @outbox-2', async ({ configuration = 'usual', to = victim, begin }) => {
    crowd = await createCrowd(configurations[configuration])
    const attempt = await begin(crowd)
    await Promise.all(Array.from({ length: tries }, (_, round) => attempt(round)))
    const sent = await crowd.messagesTo(to)
    expect(sent).toBeLessThanOrEqual(6)
    expect(sent).toBeGreaterThan(0)
  })

  test('and six again once fifteen minutes are over', async () => {
    crowd = await createCrowd()
    const ask = () => crowd.submit('registration', { method: 'code', traits: { email: victim } })
    for (let round = 0; round < tries; round += 1) await ask()
    crowd.harness.clock.advance(15 * 60_000)
    for (let round = 0; round < tries; round += 1) await ask()
    expect(await crowd.messagesTo(victim)).toBe(12)
  })
})
