import { describe, expect, it } from 'vitest'
import { keyOf } from './node-facts.ts'
import { arrangeNodes, choosePrimary, groupsOf } from './node-list.ts'
import { readFixture } from './read.fixture.ts'

const nodesOf = (name: string) => readFixture(name).ui.nodes
const namesOf = (nodes: readonly { readonly attributes: object }[]) =>
  nodes.map(({ attributes }) => ('name' in attributes ? attributes.name : 'id' in attributes ? attributes.id : ''))

// prettier-ignore
it.each([
  ['login', 'password/method/submit:password'],
  ['login-identifier-first', 'identifier_first/method/submit:identifier_first'],
  ['login-code-sent', 'code/method/submit:code'],
  ['login-second-factor', 'totp/method/submit:totp'],
  ['registration-profile', 'profile/method/submit:profile'],
  ['registration-credential', 'password/method/submit:password'],
  ['registration-rich', 'password/method/submit:password'],
  ['recovery-address-code', 'code/method/submit:code'],
])('%s: Enter presses %s', (name, key) => {
  const primary = choosePrimary(nodesOf(name))
  expect(primary && keyOf(primary)).toBe(key)
})

it('chooses no primary button if addresses are equal choices', () => {
  expect(choosePrimary(nodesOf('recovery-choose-address'))).toBeUndefined()
})

it.each(['login', 'login-code-sent', 'registration-credential', 'recovery-address-code'])(
  '%s: puts every node in exactly one place',
  (name) => {
    const { primary, further, before, ...positions } = arrangeNodes(nodesOf(name))
    const drawn = [...Object.values(positions).flat(), ...(primary ? [primary] : [])]
    expect(drawn.map(keyOf).toSorted()).toEqual(nodesOf(name).map(keyOf).toSorted())
    expect([further, before]).toEqual([[], undefined])
  },
)

it('gives a second method with its own field its own form, with the anti-CSRF token', () => {
  const { content, further } = arrangeNodes(nodesOf('login-second-factor'))
  expect(namesOf(content)).toEqual(['totp_code'])
  expect(further.map((one) => [namesOf(one.hidden), namesOf(one.content), one.primary?.attributes.value])).toEqual([
    [['csrf_token'], ['lookup_secret'], 'lookup_secret'],
  ])
})

it('orders methods by the one used last', () => {
  const { alternatives, providers } = arrangeNodes(nodesOf('login'), { lastUsed: 'code' })
  expect(alternatives.map((node) => node.group)).toEqual(['code', 'passkey'])
  expect(providers.map((node) => node.attributes.value)).toEqual(['google', 'github'])
  const again = arrangeNodes(nodesOf('login'), { lastUsed: 'oidc:github' })
  expect(again.providers.map((node) => node.attributes.value)).toEqual(['github', 'google'])
})

it('keeps the removal of a key away from the form with the field', () => {
  const { removals, primary, alternatives } = arrangeNodes(nodesOf('settings'), { groups: ['webauthn'] })
  expect(namesOf(removals)).toEqual(['webauthn_remove'])
  expect(primary).toBeUndefined()
  expect(namesOf(alternatives)).toEqual(['webauthn_register_displayname', 'webauthn_register_trigger'])
})

it('draws one group and the shared nodes', () => {
  const { hidden, content } = arrangeNodes(nodesOf('settings'), { groups: ['password'] })
  expect([namesOf(hidden), namesOf(content)]).toEqual([['csrf_token'], ['password']])
})

it('lists the groups of a settings page in the order of the wire', () => {
  expect(groupsOf(nodesOf('settings'))).toEqual([
    'profile',
    'password',
    'oidc',
    'lookup_secret',
    'webauthn',
    'passkey',
    'totp',
  ])
})

describe('an order that was asked for', () => {
  it('puts other providers and keys into a form of their own before the main one, with the anti-CSRF token', () => {
    const { before, hidden, primary, providers, alternatives, scripts } = arrangeNodes(nodesOf('login'), {
      order: ['passkey', 'oidc', 'password'],
    })
    expect(namesOf(before?.hidden ?? [])).toEqual(['csrf_token', 'passkey_login', 'passkey_challenge'])
    expect(namesOf(before?.alternatives ?? [])).toEqual(['passkey_login_trigger'])
    expect(namesOf(before?.providers ?? [])).toEqual(['provider', 'provider'])
    expect(before?.primary).toBeUndefined()
    expect(namesOf(hidden)).toEqual(['csrf_token'])
    expect(primary && keyOf(primary)).toBe('password/method/submit:password')
    expect(namesOf(alternatives)).toEqual(['method'])
    expect([providers, scripts.length]).toEqual([[], 1])
  })

  it('never changes the button that Enter presses', () => {
    const orders = [
      ['code', 'password'],
      ['code', 'passkey'],
      ['oidc', 'code'],
      ['password', 'oidc'],
    ]
    for (const order of orders) {
      const { primary } = arrangeNodes(nodesOf('login'), { order })
      expect(primary && keyOf(primary)).toBe('password/method/submit:password')
    }
  })

  it('keeps a passkey at a sign-up’s fields, and puts it first among the other methods', () => {
    const { before, alternatives } = arrangeNodes(nodesOf('registration-credential'), { order: ['passkey', 'code'] })
    expect(before).toBeUndefined()
    expect(namesOf(alternatives)).toEqual(['passkey_register_trigger', 'method'])
    const turned = arrangeNodes(nodesOf('registration-credential'), { order: ['code', 'passkey'] })
    expect(namesOf(turned.alternatives)).toEqual(['method', 'passkey_register_trigger'])
  })

  it('loses no node and doubles none but the token', () => {
    const { before, primary, further: _, ...positions } = arrangeNodes(nodesOf('login'), { order: ['oidc', 'passkey'] })
    const { further: __, before: ___, ...early } = before ?? arrangeNodes([])
    const drawn = [...Object.values(positions).flat(), ...Object.values(early).flat(), ...(primary ? [primary] : [])]
    expect(new Set(drawn.map(keyOf))).toEqual(new Set(nodesOf('login').map(keyOf)))
    expect(drawn).toHaveLength(nodesOf('login').length + 1)
  })
})
