import type { LoginFlow, Message } from '@gatehouse/contract/flows'
import {
  accountRuleIn,
  earlierAccessRemoved,
  organizationRules,
  proofWithoutSession,
  tooManyCodes,
} from '@gatehouse/contract/account'
import { expect, it } from 'vitest'
import { localizeFlow, localizeMessage } from './localize.ts'
import { translator } from './translator.ts'

const [en, de, ar] = [translator('en').t, translator('de').t, translator('ar').t]
const message = (id: number, context?: Message['context'], text = 'The service says so.'): Message => ({
  id,
  text,
  type: 'info',
  ...(context && { context }),
})

/** A sign-in that said that the password is wrong. */
const loginFlow = (nodes: LoginFlow['ui']['nodes']): LoginFlow => ({
  id: '1',
  type: 'browser',
  expires_at: '',
  issued_at: '',
  created_at: '',
  updated_at: '',
  request_url: '',
  organization_id: null,
  refresh: false,
  requested_aal: 'aal1',
  state: 'choose_method',
  ui: { action: '/a', method: 'POST', messages: [message(4000006)], nodes },
})

it('says a known message in the language asked for', () => {
  expect(localizeMessage(message(4000002), de).text).toBe('Bitte füllen Sie dieses Feld aus.')
  expect(localizeMessage(message(1010002, { provider: 'Acme' }), en).text).toBe('Continue with Acme')
})

it('keeps the text of an unknown message, placeholders untouched', () => {
  expect(localizeMessage(message(4999999, undefined, 'By a {{hook}} $t(skip)'), de).text).toBe('By a {{hook}} $t(skip)')
})

it('keeps the text of the service if a value is missing', () => {
  expect(localizeMessage(message(1010002), de).text).toBe('The service says so.')
})

it('takes values as they are, markup and placeholders included', () => {
  const provider = '<b>{{secret}}</b> $t(skip)'
  expect(localizeMessage(message(1010002, { provider }), en).text).toBe(`Continue with ${provider}`)
})

it('counts in the grammar of the language', () => {
  const short = (count: number) => localizeMessage(message(4000032, { min_length: count, actual_length: 1 }), ar).text
  expect(short(2)).toContain('حرفين')
  expect(short(8)).toContain('8 أحرف')
  expect(short(12)).toContain('12 حرفًا')
  expect(localizeMessage(message(4000034, { breaches: 12345 }), de).text).toContain('12.345 Datenlecks')
})

it('writes dates the way of the language', () => {
  const key = message(1050020, { display_name: 'Laptop', added_at: '2026-03-03T12:00:00Z', added_at_unix: 1772539200 })
  expect(localizeMessage(key, en).text).toBe('Remove “Laptop”, added Mar 3, 2026')
  expect(localizeMessage(key, de).text).toBe('„Laptop“ entfernen, hinzugefügt am 03.03.2026')
})

it('tells how many minutes are left', () => {
  const recovered = message(1060001, { privileged_session_expires_at: '2026-01-01T00:15:00Z' })
  expect(localizeMessage(recovered, en, Date.parse('2026-01-01T00:00:00Z')).text).toContain(
    'within the next 15 minutes',
  )
  expect(localizeMessage(recovered, en, Date.parse('2026-01-01T00:14:30Z')).text).toContain('within the next minute')
})

it('translates the title of a known trait, and leaves others to the schema', () => {
  const title = (name: string) => message(1070002, { name, title: 'First name' }, 'First name')
  expect(localizeMessage(title('traits.name.first'), de).text).toBe('Vorname')
  expect(localizeMessage(title('traits.shoe_size'), de).text).toBe('First name')
  expect(localizeMessage(title('traits.name.first'), en).text).toBe('First name')
})

it('tells people to tick a box that has to be ticked', () => {
  expect(localizeMessage(message(4000029, { expected: 'true' }), en).text).toBe('Please tick this box to continue.')
  expect(localizeMessage(message(4000029, { expected: 'blue' }), en).text).toBe('This has to be “blue”.')
})

it('says in the visitor’s language why an organization refuses a person, and other reasons as they came', () => {
  const reason = 'People of Acme sign in there.'
  const said = (context: object) => localizeMessage(message(4000001, { reason, ...context }, reason), de).text
  const texts = organizationRules.map((rule) => said({ organization_rule: rule, organization: 'Acme' }))
  expect(new Set([...texts, reason]).size).toBe(organizationRules.length + 1)
  expect(texts[0]).toContain('Wer zu Acme gehört')
  expect(said({ organization_rule: 'another' })).toBe(reason)
  expect(localizeMessage(message(4000001, { reason }, reason), de).text).toBe(reason)
})

it('says in the visitor’s language which rule of ours stands behind a message', () => {
  const said = (id: number, rule: string) => localizeMessage(message(id, { account_rule: rule }, 'A reason.'), de).text
  expect(said(4000001, 'verify_while_signed_in')).toContain('bereits eine bestätigte Adresse')
  const removed = localizeMessage(message(1080002, {}, earlierAccessRemoved), de)
  expect(removed.text).toContain('gelten frühere Passwörter')
  expect(accountRuleIn(removed)).toBe('earlier_access_removed')
  expect(localizeMessage(message(1080005, {}, earlierAccessRemoved), de).text).toBe(removed.text)
  const sent = localizeMessage(message(1080003, {}, `A code was sent. ${proofWithoutSession}`), de).text.split('\n')
  expect(sent).toEqual([expect.stringMatching(/^Wir haben einen Code/), expect.stringMatching(/^Sie sind hier nicht/)])
  const reason = tooManyCodes
  expect(localizeMessage(message(4000001, { reason }, reason), de).text).toContain('neuen Code')
  expect(said(4000001, 'another')).toBe('A reason.')
  const wait = message(4000001, { account_rule: 'too_many_tries', minutes: 15 }, 'Please wait 15 min.')
  expect(localizeMessage(wait, de).text).toContain('warten Sie 15 Min.')
})

it('localizes the codes inside a list, and changes no code', () => {
  const secrets = [message(1050009, { secret: 'a1b2' }, 'a1b2'), message(1050014, { used_at: '2026-05-02T08:00:00Z' })]
  const list = localizeMessage(message(1050015, { secrets }, 'a1b2, used'), de)
  expect(list.context?.['secrets']).toMatchObject([{ text: 'a1b2' }, { text: 'Verwendet am 02.05.2026' }])
  expect(list.text).toBe('a1b2, used')
})

it('localizes every text of a flow and nothing else', () => {
  const flow = loginFlow([
    {
      type: 'input',
      group: 'password',
      attributes: { node_type: 'input', name: 'password', type: 'password', disabled: false },
      messages: [message(4000002)],
      meta: { label: message(1070001) },
    },
    {
      type: 'a',
      group: 'code',
      attributes: { node_type: 'a', id: 'continue', href: '/b', title: message(1070009) },
      messages: [],
      meta: {},
    },
  ])
  const [password, link] = localizeFlow(flow, de).ui.nodes
  expect(password?.meta.label?.text).toBe('Passwort')
  expect(password?.messages[0]?.text).toBe('Bitte füllen Sie dieses Feld aus.')
  expect(password?.attributes).toEqual(flow.ui.nodes[0]?.attributes)
  expect(link?.attributes).toMatchObject({ href: '/b', title: { text: 'Weiter' } })
})

it.each([
  ['the email', { label: message(1070002, { name: 'traits.email' }) }, undefined, 'E-Mail'],
  [
    'another name that the schema has',
    { label: message(1070002, { name: 'traits.username' }) },
    undefined,
    'Anmeldename',
  ],
  ['any of them, and an email was typed', { label: message(1070004) }, 'ada@example.org', 'E-Mail'],
  ['any of them, and something else was typed', { label: message(1070004) }, 'ada', 'Anmeldename'],
  ['a name from the step before', {}, '+4915112345678', 'Anmeldename'],
])('a wrong password names %s', (_, meta, value, said) => {
  const flow = loginFlow([
    {
      type: 'input',
      group: 'default',
      attributes: {
        node_type: 'input',
        name: 'identifier',
        type: 'text',
        disabled: false,
        ...(value !== undefined && { value }),
      },
      messages: [],
      meta,
    },
  ])
  expect(localizeFlow(flow, de).ui.messages?.[0]?.text).toMatch(new RegExp(`^(Die|Der) ${said} oder das Passwort`))
})
