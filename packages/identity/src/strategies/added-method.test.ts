import { totpCode } from '@gatehouse/testing/devices'
import { afterEach, expect, test } from 'vitest'

import { createHarness, goodPassword, type Harness } from '../flows/flow-harness.fixture.ts'
import { spokenWord } from './spoken-word.fixture.ts'
import { createMethods } from './methods.ts'
import { standardMethods } from './registry.ts'
import { ada, login, proved, secretIn, settings } from './totp/authenticator.fixture.ts'

// A method is its folder and a row: nothing else of the service is changed for this one.

let harness: Harness
afterEach(() => harness.stop())

async function withSpokenWord() {
  const on = { selfservice: { methods: { totp: { enabled: true } } } }
  harness = await createHarness(on, undefined, {}, { methods: createMethods([...standardMethods, spokenWord]) })
}

function account(word: string) {
  const credentials = { password: { config: { password: goodPassword } }, spoken_word: { config: { word } } }
  return harness.admin('POST', '/identities', { schema_id: 'person', traits: { email: ada }, credentials })
}

const groupsOf = ({ ui }: { ui: { nodes: readonly { group: string }[] } }) => [
  ...new Set(ui.nodes.map(({ group }) => group)),
]
const methodsOf = ({ authentication_methods: given }: { authentication_methods: readonly { method: string }[] }) =>
  given.map(({ method }) => method)

test('a method that is added by a row of the registry signs in, and gives the second level', async () => {
  await withSpokenWord()
  expect((await account('oak')).status).toBe(201)
  const browser = harness.browser()
  expect((await browser.signIn(ada)).status).toBe(422)
  const flow = (await browser.ask(`${login}?aal=aal2`)).body
  expect(groupsOf(flow)).toEqual(['spoken_word', 'default'])
  expect((await browser.send(flow, { method: 'spoken_word', spoken_word: 'elm' })).status).toBe(400)
  expect((await browser.send(flow, { method: 'spoken_word', spoken_word: 'oak' })).status).toBe(200)
  const session = (await browser.whoami()).body
  expect([session.authenticator_assurance_level, methodsOf(session)]).toEqual(['aal2', ['password', 'spoken_word']])
})

test('it is set up in settings, at its position', async () => {
  await withSpokenWord()
  await harness.account(ada, proved(ada))
  const browser = harness.browser()
  await browser.signIn(ada)
  const flow = (await browser.ask(settings)).body
  expect(groupsOf(flow)).toEqual(['default', 'profile', 'password', 'spoken_word', 'totp'])
  expect((await browser.send(flow, { method: 'spoken_word', spoken_word: 'oak' })).status).toBe(200)
  expect((await browser.whoami()).body.authenticator_assurance_level).toBe('aal2')
  const later = (await browser.ask(settings)).body
  expect(
    (await browser.send(later, { method: 'totp', totp_code: totpCode(secretIn(later), harness.clock()) })).status,
  ).toBe(200)
  expect((await harness.browser().signIn(ada)).status).toBe(422)
})

test('administrators import it, list it, write it again and remove it', async () => {
  await withSpokenWord()
  const { id } = (await account('oak')).body
  const shown = '/identities?include_credential=spoken_word'
  const [listed] = (await harness.admin('GET', shown)).body
  expect(listed.credentials.spoken_word.config).toEqual({ word: 'oak' })
  const read = (await harness.admin('GET', `/identities/${id}?include_credential=spoken_word`)).body
  read.credentials.spoken_word.config.word = 'elm'
  expect((await harness.admin('PUT', `/identities/${id}`, read)).status).toBe(200)
  expect((await harness.admin('GET', shown)).body[0].credentials.spoken_word.config).toEqual({ word: 'elm' })
  expect((await harness.admin('DELETE', `/identities/${id}/credentials/spoken_word`)).status).toBe(204)
  expect((await harness.browser().signIn(ada)).status).toBe(200)
})

test('a service without its row does not know it', async () => {
  harness = await createHarness()
  expect((await account('oak')).status).toBe(400)
  expect((await harness.admin('GET', '/identities?include_credential=spoken_word')).status).toBe(400)
})
