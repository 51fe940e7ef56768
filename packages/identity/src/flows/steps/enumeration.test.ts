import { afterEach, describe, expect, test } from 'vitest'

import { standardLimits } from '../../limits/policy.ts'
import { createProviderHarness, type ProviderHarness } from '../../strategies/oidc/oidc.fixture.ts'
import type { Harness } from '../flow-harness.fixture.ts'
import {
  by,
  inBrowsers,
  known,
  masked,
  mitigated,
  openMitigated,
  prober,
  proved,
  seen,
  seenOfChange,
  seenOfSignUp,
  signUps,
  submit,
  table,
  twoAddresses,
  unknown,
  verificationAfter,
  way,
  type Row,
} from './enumeration-harness.fixture.ts'

let harness: Harness
afterEach(() => harness.stop())

describe('with mitigation, sign-in, recovery and verification do not reveal which accounts exist @enumeration-1', () => {
  for (const row of table) {
    for (const kind of ['browser', 'form', 'app'] as const) {
      test(`${row.flow}, ${row.style}, ${row.method}, by ${way[kind]}`, async () => {
        harness = await openMitigated(row.settings)
        const answers = await seen(harness, kind, row, known)
        expect(await seen(harness, kind, row, unknown)).toEqual(answers)
        expect(answers.join('')).not.toContain('"code":500')
      })
    }
  }
})

/** The submissions of an attacker who uses up the tries at one address, and continues with another one. */
const triesOf: Readonly<Record<Row['flow'], (address: string) => readonly object[]>> = {
  login: (identifier) => [
    { method: 'code', identifier },
    ...Array.from({ length: 5 }, () => ({ method: 'code', identifier, code: '000000' })),
  ],
  recovery: (email) => [
    { method: 'code', email },
    ...Array.from({ length: 5 }, () => ({ method: 'code', code: '000000' })),
  ],
  verification: (email) => [
    { method: 'code', email },
    ...Array.from({ length: 5 }, () => ({ method: 'code', code: '000000' })),
  ],
}

describe('with mitigation, attempts at one address of an account do not show at another @enumeration-6', () => {
  const flows = ['login', 'recovery', 'verification'] as const
  for (const first of flows) {
    for (const second of flows) {
      test(`tries of a code: ${first}, then ${second}`, async () => {
        harness = await openMitigated({ identity: twoAddresses }, { limits: standardLimits })
        await harness.account(known, { traits: { email: known, work: unknown } })
        const answersTo = async (flow: Row['flow'], address: string) => {
          const app = harness.app()
          const begun = (await app.ask(`/self-service/${flow}/api`)).body
          const answers = []
          for (const fields of triesOf[flow](address)) answers.push(masked(await app.send(begun, fields), address))
          return answers
        }
        // An address has two flows of five tries.
        await answersTo(first, known)
        const last = await answersTo(first, known)
        expect(await answersTo(first, known)).not.toEqual(last)
        const stranger = await answersTo(second, 'bob@example.org')
        expect(await answersTo(second, unknown)).toEqual(stranger)
        expect(stranger.join('')).not.toContain('too_many_attempts')
      })
    }
  }

  test('tries of a password, and messages', async () => {
    harness = await openMitigated({ identity: twoAddresses }, { limits: standardLimits })
    await harness.account(known, { traits: { email: known, work: unknown } })
    const app = harness.app()
    const answersTo = async (address: string) => {
      const answers = []
      for (let time = 0; time < 12; time += 1) {
        const login = (await app.ask('/self-service/login/api')).body
        const recovery = (await app.ask('/self-service/recovery/api')).body
        answers.push(
          masked(await app.send(login, { method: 'password', identifier: address, password: 'wrong' }), address),
        )
        answers.push(masked(await app.send(recovery, { method: 'code', email: address }), address))
      }
      return answers
    }
    const answers = await answersTo(known)
    expect(answers.join('')).toContain('too_many_attempts')
    expect(await answersTo(unknown)).toEqual(answers)
    expect(await answersTo('bob@example.org')).toEqual(answers)
  })
})

describe('with mitigation, a sign-up does not reveal which accounts exist @enumeration-3', () => {
  for (const row of signUps) {
    for (const kind of row.kinds) {
      test(`registration, ${row.style}, ${row.method}, by ${way[kind]}`, async () => {
        harness = await openMitigated(row.settings)
        const answers = await seenOfSignUp(harness, kind, row, known)
        expect(await seenOfSignUp(harness, kind, row, unknown)).toEqual(answers)
        expect(answers.join('')).not.toContain('"code":500')
        expect(answers.join('')).toContain('sent_email')
      })
    }
  }
})

/** Returns a browser's view after its return from a provider that has not proved the address it reports. */
async function seenThroughProvider(
  providers: ProviderHarness,
  begins: 'login' | 'registration',
  kind: 'browser' | 'form',
  email: string,
): Promise<readonly string[]> {
  providers.provider.signInAs({ sub: `subject-of-${email}`, email, email_verified: false })
  const browser = providers.browser()
  const answers: string[] = []
  for (let time = 1; time <= 2; time += 1) {
    const flow = (await browser.ask(`/self-service/${begins}/browser`)).body
    const back = await providers.providerDetails(browser, await submit(kind, browser, flow, byCorp))
    answers.push(masked(back, email))
    const waiting = `/self-service/verification/flows?id=${verificationAfter(back)}`
    for (const fields of [{ code: '000000' }, { email }, { code: '000001' }]) {
      const shown = await browser.ask(waiting)
      answers.push(masked(shown, email))
      answers.push(masked(await browser.send(shown.body, { method: 'code', ...fields }), email))
    }
  }
  answers.push(masked(await browser.whoami(), email))
  return answers
}

const byCorp = { method: 'oidc', provider: 'corp' }

describe('with mitigation, a provider that has not proved an address does not reveal which accounts exist @enumeration-4', () => {
  for (const begins of ['login', 'registration'] as const) {
    for (const kind of inBrowsers) {
      test(`begun as ${begins}, by ${way[kind]}`, async () => {
        const providers = await createProviderHarness(mitigated)
        harness = providers
        await harness.account(known)
        const answers = await seenThroughProvider(providers, begins, kind, known)
        expect(await seenThroughProvider(providers, begins, kind, unknown)).toEqual(answers)
        expect(answers.join('')).toContain('sent_email')
      })
    }
  }
})
const ways = [
  { use: 'code', kind: 'browser' },
  { use: 'code', kind: 'form' },
  { use: 'code', kind: 'app' },
  { use: 'link', kind: 'browser' },
  { use: 'link', kind: 'app' },
] as const

describe('with mitigation, changing an address does not reveal which accounts exist @enumeration-5', () => {
  for (const { use, kind } of ways) {
    test(`settings, proved by ${use}, by ${way[kind]}`, async () => {
      harness = await openMitigated(by('verification', use))
      await harness.account(prober, proved(prober))
      const answers = await seenOfChange(harness, kind, use, known)
      expect(await seenOfChange(harness, kind, use, unknown)).toEqual(answers)
      expect(answers.join('')).not.toContain('"code":500')
      expect(answers.join('')).toContain('sent_email')
      expect(answers.join('')).toContain('address_waits')
    })
  }
})
