import { afterEach, describe, expect, test } from 'vitest'

import { goodPassword, messages, type Answer } from '../flows/flow-harness.fixture.ts'
import { configurations, createCrowd, victim, type Crowd } from './crowd.fixture.ts'

let crowd: Crowd
afterEach(() => crowd.harness.stop())

/** Submits a wrong code: the answer shows whether it was compared. */
type Guess = (round: number) => Promise<Answer | undefined>

interface Way {
  readonly way: string
  readonly configuration?: keyof typeof configurations
  readonly begin: (crowd: Crowd) => Promise<Guess> | Guess
}

const rounds = 30
const wrong = (round: number) => ({ method: 'code', code: String(round).padStart(6, '0') })

/** A new flow for every guess, so that neither flow nor message limits it first. */
const afresh =
  (kind: string, fields: object, more: object = {}) =>
  ({ submit, send }: Crowd): Guess => {
    let flow: Answer['body']
    return async (round) => {
      if (flow === undefined || round % 5 === 0) {
        const begun = await submit(kind, fields)
        if (begun.answer.status !== 429) ({ flow } = begun)
      }
      return flow && send(flow, { ...wrong(round), ...more })
    }
  }

const ways: readonly Way[] = [
  {
    way: 'to sign in, in new flows',
    begin: async (given) => (
      await given.signUp({ email: victim }),
      afresh('login', { method: 'code', identifier: victim })(given)
    ),
  },
  {
    way: 'to sign in, with another name beside it',
    begin: async (given) => {
      await given.signUp({ email: victim })
      await given.signUp({ email: 'eve@example.org' })
      return afresh('login', { method: 'code', identifier: victim }, { identifier: 'eve@example.org' })(given)
    },
  },
  {
    way: 'to sign in, each code sent again',
    begin: async ({ signUp, submit, send }) => {
      await signUp({ email: victim })
      const { flow } = await submit('login', { method: 'code', identifier: victim })
      return async (round) => {
        if (round % 5 === 4) await send(flow, { method: 'code', identifier: victim, resend: 'code' })
        return send(flow, wrong(round))
      }
    },
  },
  {
    way: 'to recover',
    begin: async (given) => (
      await given.signUp({ email: victim }),
      afresh('recovery', { method: 'code', email: victim })(given)
    ),
  },
  {
    way: 'to recover, with a choice of addresses',
    configuration: 'choosesAddress',
    begin: async (given) => (
      await given.signUp({ email: victim }),
      afresh('recovery', { method: 'code', recovery_address: victim })(given)
    ),
  },
  {
    way: 'to prove the address',
    begin: async (given) => (
      await given.signUp({ email: victim }),
      afresh('verification', { method: 'code', email: victim })(given)
    ),
  },
  {
    way: 'to sign up',
    begin: afresh('registration', { method: 'code', traits: { email: victim } }, { traits: { email: victim } }),
  },
  {
    way: 'to prove the address of an account that is deleted and made again',
    begin: ({ signUp, leave, send, harness }) => {
      let flow: { ui: { action: string } } | undefined
      let token: string | undefined
      return async (round) => {
        if (round % 5 === 0) {
          if (token !== undefined) await leave(token, victim)
          const made = await signUp({ email: victim })
          token = made.token ?? token
          flow = verificationOf(made.answer) ?? flow
        }
        expect(harness).toBeDefined()
        return flow && send(flow, wrong(round))
      }
    },
  },
  {
    way: 'to prove the address of a profile that is changed and changed back',
    configuration: 'verifiesChanges',
    begin: async ({ signUp, submit, send }) => {
      const { token } = await signUp({ name: 'eve' })
      let flow: { ui: { action: string } } | undefined
      return async (round) => {
        if (round % 5 === 0) {
          await submit('settings', { method: 'profile', traits: { name: 'eve' } }, token)
          const traits = { name: 'eve', email: victim }
          flow = verificationOf((await submit('settings', { method: 'profile', traits }, token)).answer) ?? flow
        }
        return flow && send(flow, wrong(round))
      }
    },
  },
  {
    way: 'as a second factor, in new sessions',
    configuration: 'codeAsSecondFactor',
    begin: async ({ signUp, submit, open, send }) => {
      await signUp({ email: victim })
      let flow: Answer['body']
      let token: string
      return async (round) => {
        if (round % 5 === 0) {
          const { answer } = await submit('login', { method: 'password', identifier: victim, password: goodPassword })
          const own = String(answer.body.session_token)
          const opened = await open('login', { token: own, query: '?aal=aal2' })
          if (opened.state === 'sent_email') [flow, token] = [opened, own]
        }
        return send(flow, { ...wrong(round), identifier: 'stranger@example.org' }, token)
      }
    },
  },
  {
    way: 'in the codes that an administrator made',
    begin: async ({ signUp, send, harness }) => {
      const { answer } = await signUp({ email: victim })
      const identity_id = answer.body.identity.id
      let action = ''
      return async (round) => {
        if (round % 5 === 0) {
          const made = (await harness.admin('POST', '/recovery/code', { identity_id, flow_type: 'api' })).body
          const id = new URL(made.recovery_link).searchParams.get('flow')
          action = `http://id.example.test/self-service/recovery?flow=${id}`
        }
        return send({ ui: { action } }, wrong(round))
      }
    },
  },
  {
    way: 'in every flow in turn',
    begin: async (given) => {
      await given.signUp({ email: victim })
      const guesses = [
        afresh('login', { method: 'code', identifier: victim })(given),
        afresh('recovery', { method: 'code', email: victim })(given),
        afresh('verification', { method: 'code', email: victim })(given),
      ]
      return (round) => guesses[round % 3]?.(Math.floor(round / 3)) ?? Promise.resolve(undefined)
    },
  },
]

/** Checks that the answer reports a compared and wrong code. */
const wrongCode = [4010008, 4040003, 4060006, 4070006]
const wasCompared = (answer: Answer | undefined) =>
  (answer?.body.ui ? messages(answer.body) : []).some((id) => wrongCode.includes(id))

describe('no more than ten codes in fifteen minutes are compared for one recipient @guesses-1', () => {
  test.each(ways)('$way', async ({ configuration = 'usual', begin }) => {
    crowd = await createCrowd(configurations[configuration])
    const guess = await begin(crowd)
    let compared = 0
    let last: Answer | undefined
    for (let round = 0; round < rounds; round += 1) {
      // A little over the time after which messages are allowed again, in total less than fifteen minutes.
      crowd.harness.clock.advance(29_000)
      last = await guess(round)
      if (wasCompared(last)) compared += 1
    }
    expect(compared).toBe(10)
    expect(last?.status).not.toBe(200)
  })

  test.each(ways)('$way, at once', async ({ configuration = 'usual', begin }) => {
    crowd = await createCrowd(configurations[configuration])
    const guess = await begin(crowd)
    const first = await guess(0)
    const more = await Promise.all(Array.from({ length: rounds }, (_, round) => guess(5 * Math.floor(round / 5) + 1)))
    const compared = [first, ...more].filter(wasCompared).length
    expect(compared).toBeGreaterThan(0)
    expect(compared).toBeLessThanOrEqual(10)
  })
})

function verificationOf({ body }: Answer): { ui: { action: string } } | undefined {
  const id = body.continue_with?.find(({ action }: { action: string }) => action === 'show_verification_ui')?.flow.id
  return id && { ui: { action: `/self-service/verification?flow=${id}` } }
}
