import { emailTrait, identityPart, schemaOf } from '@gatehouse/testing/journeys'
import { afterEach, describe, expect, test } from 'vitest'

import { base64, openWithTemplates } from '../../courier/own-templates.fixture.ts'
import { parseIdentityConfig } from '../../load-configuration.ts'
import {
  account,
  ada,
  change,
  emailOf,
  harness,
  next,
  prove,
  sentTo,
  signedIn,
  start,
} from './pending-address.fixture.ts'

afterEach(() => harness?.stop())

const hooksOf = (...hooks: object[]) => ({ selfservice: { flows: { settings: { after: { profile: { hooks } } } } } })
const notify = (recipients?: string) => ({
  hook: 'notify_previous_addresses',
  ...(recipients !== undefined && { config: { recipients } }),
})
const mail = 'verifiable_address_changed'

describe('the hook notify_previous_addresses', () => {
  test('notifies the address that an account no longer has, with a separate template @contract-july-15', async () => {
    await start(hooksOf(notify()))
    const id = await account(ada)
    const answer = await change(await signedIn(), { email: next })
    expect([answer.status, await emailOf(id)]).toEqual([200, next])
    expect(await sentTo(ada)).toEqual([mail])
    expect(await sentTo(next)).not.toContain(mail)
  })

  test('sends nothing if no address changes @contract-july-16', async () => {
    await start(hooksOf(notify('all')))
    await account(ada)
    expect((await change(await signedIn(), { email: ada, name: { first: 'Augusta' } })).status).toBe(200)
    expect(await sentTo(ada)).toEqual([])
  })

  test('waits for the proof if the new address does @contract-july-17', async () => {
    await start(hooksOf({ hook: 'verify_new_address' }, notify()))
    const id = await account(ada)
    const browser = await signedIn()
    const answer = await change(browser, { email: next })
    expect([await emailOf(id), await sentTo(ada)]).toEqual([ada, ['address_change_requested']])
    await prove(browser, answer, next)
    expect([await emailOf(id), await sentTo(ada)]).toEqual([next, [mail, 'address_change_requested']])
  })
})

describe('its recipients', () => {
  const sixth = 'sixth@example.org'
  test.each([
    [undefined, [[mail], [], []]],
    ['removed', [[mail], [], []]],
    ['all_verified', [[mail], [mail], []]],
    ['all', [[mail], [mail], [mail]]],
  ])('with recipients %s @contract-july-18', async (recipients, expected) => {
    const [removed, kept, unproved] = [ada, 'kept@example.org', 'unproved@example.org']
    const traits = { email: emailTrait('Email'), other: emailTrait('Other'), third: emailTrait('Third') }
    await start({ ...hooksOf(notify(recipients)), identity: identityPart('person', schemaOf(traits)) })
    await account(removed, {
      traits: { email: removed, other: kept, third: unproved },
      verifiable_addresses: [removed, kept].map((value) => ({
        value,
        via: 'email',
        verified: true,
        status: 'completed',
      })),
    })
    const answer = await change(await signedIn(), { email: sixth, other: kept, third: unproved })
    expect(answer.status).toBe(200)
    const sent = await Promise.all([removed, kept, unproved].map(sentTo))
    expect(sent.map((templates) => templates.filter((name) => name === mail))).toEqual(expected)
  })

  test('other recipients stop the start, and the error lists the valid ones @contract-july-19', async () => {
    await start()
    const identity = identityPart('person', schemaOf({}))
    const document = {
      dsn: 'memory',
      secrets: { default: ['a-secret-of-sixteen'] },
      identity,
      ...hooksOf(notify('none')),
    }
    await expect(parseIdentityConfig(document)).rejects.toThrow(/config\.recipients has to be one of removed/)
  })
})

test('the mail has the operator’s own text, and the time of the change @contract-july-20', async () => {
  const plaintext = base64('{{ .To }} left {{ .Identity.traits.email }} at {{ .ChangedAt }}')
  const email = { subject: base64('For {{ .Identity.traits.name.first }}'), body: { plaintext } }
  const texts = { templates: { verifiable_address_changed: { email } } }
  const opened = await openWithTemplates(texts, { settings: hooksOf(notify()) })
  const { clock } = opened.harness
  const verifiable_addresses = [{ value: ada, via: 'email', verified: true, status: 'completed' }]
  await opened.harness.account(ada, { verifiable_addresses })
  const browser = opened.harness.browser()
  await browser.signIn(ada)
  const flow = (await browser.ask('/self-service/settings/browser')).body
  await browser.send(flow, { method: 'profile', traits: { email: next, name: { first: 'Ada' } } })
  const changedAt = new Date(clock()).toISOString().slice(0, 19)
  const received = await opened.mailbox.next({ to: ada })
  expect(received.subject).toBe('For Ada')
  expect(received.text.trim()).toMatch(new RegExp(`^${ada} left ${next} at ${changedAt}`))
})
