import { flowKinds, type UiNode } from '@gatehouse/contract/flows'
import { readdirSync } from 'node:fs'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { FlowForm, type FlowFormProps } from './flow-form.tsx'
import { FlowMessages } from './flow-messages.tsx'
import { testIdOf } from './node-facts.ts'
import { groupsOf } from './node-list.ts'
import { readFixture } from './read.fixture.ts'
import { clickTrigger, loadTrigger } from './triggers.ts'

const kindOf = (name: string) => flowKinds.find((kind) => name.startsWith(kind)) ?? 'login'
const draw = (name: string, props: Partial<FlowFormProps> = {}) =>
  renderToStaticMarkup(<FlowForm flow={readFixture(name)} kind={kindOf(name)} {...props} />)
const tag = (html: string, pattern: RegExp) => html.match(pattern)?.[0] ?? ''
const submits = (html: string) =>
  [...html.matchAll(/<button[^>]*type="submit"[^>]*>/g)].map(([button]) => [
    /name="([^"]*)"/.exec(button)?.[1],
    /value="([^"]*)"/.exec(button)?.[1],
  ])

const fixtures = readdirSync(new URL('../fixtures', import.meta.url)).map((file) => file.replace('.json', ''))

const knownTypes = new Set(['input', 'img', 'a', 'text', 'div'])

describe.each(fixtures)('%s', (name) => {
  const html = draw(name)

  it('shows every node it knows in a wrapper with its test id', () => {
    const { method, nodes } = readFixture(name).ui
    const drawn = nodes.filter((node) => knownTypes.has(node.type) && !(method === 'GET' && node.type === 'input'))
    const testIds = [...html.matchAll(/data-testid="(node\/(?:input|img|a|text|div)\/[^"/]*)"/g)].map(([, id]) => id)
    expect(testIds).toEqual(expect.arrayContaining(drawn.map(testIdOf)))
  })

  it('has a label for each field', () => {
    for (const [field] of html.matchAll(/<(?:input|select)[^>]*\sid="[^"]*"[^>]*>/g)) {
      expect(html).toContain(`for="${/\sid="([^"]*)"/.exec(field)?.[1]}"`)
    }
  })

  it('enables everything in the first HTML that the service does not disable, and styles nothing inline', () => {
    const disabled = readFixture(name).ui.nodes.flatMap(({ attributes }) =>
      'disabled' in attributes && attributes.disabled ? [attributes.name] : [],
    )
    for (const [tag] of html.matchAll(/<[^>]*\sdisabled=[^>]*>/g)) {
      expect(disabled).toContain(/\sname="([^"]*)"/.exec(tag)?.[1])
    }
    expect(html).not.toMatch(/\sstyle="/)
  })

  it('puts hidden values before every button of their form', () => {
    for (const [form] of html.matchAll(/<form.*?<\/form>/gs)) {
      expect(form.lastIndexOf('name="csrf_token"')).toBeLessThan(form.indexOf('<button'))
    }
  })
})

it('posts natively to the address it is given', () => {
  expect(draw('login', { action: '/login?flow=1' })).toContain('action="/login?flow=1" method="post"')
  expect(draw('login')).toContain('/self-service/login?flow=5b0f6a54')
})

// prettier-ignore
it.each([
  ['login', ['method', 'password']],
  ['login-code-sent', ['method', 'code']],
  ['login-many-providers', ['method', 'password']],
  ['registration-credential', ['method', 'password']],
  ['recovery-address-code', ['method', 'code']],
])('%s: the first submit button is %j, whatever the order on the wire', (name, button) => {
  expect(submits(draw(name))[0]).toEqual(button)
})

it('lets other ways pass the checks of the fields', () => {
  const html = draw('login')
  expect(tag(html, /<button[^>]*value="password"[^>]*>/)).not.toContain('formnovalidate')
  expect(tag(html, /<button[^>]*value="code"[^>]*>/)).toMatch(/formnovalidate/i)
  expect(tag(html, /<button[^>]*value="google"[^>]*>/)).toMatch(/formnovalidate/i)
})

it('gives each field the right keyboard and suggestions @flow-form-1', () => {
  const login = draw('login')
  const identifier = tag(login, /<input[^>]*name="identifier"[^>]*>/)
  expect(identifier).toContain('autoComplete="username webauthn"')
  expect(identifier).toContain('inputMode="email"')
  expect(identifier).toContain('required=""')
  expect(identifier).toContain('dir="ltr"')
  expect(tag(login, /<input[^>]*name="password"[^>]*>/)).toContain('autoComplete="current-password"')
  expect(tag(draw('registration-rich'), /<input[^>]*name="password"[^>]*>/)).toContain('autoComplete="new-password"')
  const code = tag(draw('recovery-address-code'), /<input[^>]*name="code"[^>]*>/)
  expect(code).toContain('inputMode="numeric"')
  expect(code).toContain('autoComplete="one-time-code"')
  expect(code).not.toMatch(/maxlength|pattern/i)
})

it('keeps the input, and never a password', () => {
  const flow = readFixture('login-wrong')
  const nodes = flow.ui.nodes.map((node) =>
    'type' in node.attributes && node.attributes.type === 'password'
      ? { ...node, attributes: { ...node.attributes, value: 'hunter2' } }
      : node,
  )
  const html = renderToStaticMarkup(<FlowForm flow={{ ...flow, ui: { ...flow.ui, nodes } }} kind="login" />)
  expect(tag(html, /<input[^>]*name="identifier"[^>]*>/)).toContain('value="ada@example.org"')
  expect(html).not.toContain('hunter2')
})

it('ties messages to their field', () => {
  const html = draw('login-empty')
  const password = tag(html, /<input[^>]*name="password"[^>]*>/)
  expect(password).toContain('aria-invalid="true"')
  expect(password).toContain('aria-describedby="password-password-message-0"')
  expect(html).toContain('id="password-password-message-0"')
  expect(html).toContain('data-testid="ui/message/4000002"')
})

it('sends false for a box that is not ticked', () => {
  const html = draw('registration-rich')
  expect(html.indexOf('type="hidden" name="traits.news" value="false"')).toBeGreaterThan(0)
  expect(html.indexOf('type="hidden" name="traits.news"')).toBeLessThan(html.indexOf('type="checkbox"'))
  expect(tag(html, /<input[^>]*id="default-traits.news"[^>]*>/)).toContain('value="true"')
  expect(tag(html, /<input[^>]*id="default-traits.news"[^>]*>/)).toContain('checked=""')
})

it('draws a closed list of values as a choice', () => {
  expect(draw('registration-rich')).toMatch(/<select[^>]*name="traits.plan".*<option value="team" selected="">A team/s)
})

it('shows zero, instants and names without a title', () => {
  const html = draw('registration-rich')
  expect(tag(html, /<input[^>]*name="traits.score"[^>]*>/)).toContain('value="0"')
  expect(tag(html, /<input[^>]*name="traits.met"[^>]*>/)).toContain('value="2026-03-01T09:30"')
  expect(html).toContain('>Untitled field</label>')
})

it('wraps the text of a text node in a code element inside its test id', () => {
  const key = draw('settings', { groups: ['totp'] })
  expect(key).toMatch(
    /<div[^>]*data-testid="node\/text\/totp_secret_key\/text"[^>]*><code>(<span>[A-Z2-7]{1,4}<\/span>)+<\/code><\/div>/,
  )
  const codes = draw('settings', { groups: ['lookup_secret'] })
  expect(codes).toMatch(/<ul[^>]*data-testid="node\/text\/lookup_secret_codes\/text"[^>]*><li[^>]*><code/)
})

it('lists backup codes, the spent ones as sentences', () => {
  const html = draw('settings', { groups: ['lookup_secret'] })
  expect(html.match(/<code dir="ltr">/g)).toHaveLength(5)
  expect(html).toContain('data-used="true">Secret was used')
})

it('never lets Enter remove a key', () => {
  const forms = draw('settings', { groups: ['webauthn'] }).match(/<form.*?<\/form>/gs) ?? []
  expect(forms).toHaveLength(2)
  expect(forms[0]).toContain('webauthn_remove')
  expect(forms[1]).toContain('webauthn_register_displayname')
  expect(forms[1]).not.toContain('type="submit"')
})

it('asks for nothing that belongs to another method', () => {
  const forms = draw('login-second-factor').match(/<form.*?<\/form>/gs) ?? []
  expect(forms.map((form) => [/name="totp_code"/.test(form), /name="lookup_secret"/.test(form)])).toEqual([
    [true, false],
    [false, true],
  ])
})

it('hides controls that need script from people without it', () => {
  expect(draw('login')).toContain('data-testid="node/input/passkey_login_trigger" data-needs-script="true"')
})

it('makes the only provider the main action, and none of several', () => {
  const looks = (name: string) =>
    [...draw(name).matchAll(/<button[^>]*data-variant="(\w+)"[^>]*name="provider"/g)].map(([, variant]) => variant)
  expect(looks('login-organization')).toEqual(['primary'])
  expect(looks('login-organization-refused')).toEqual(['plain', 'plain'])
})

it('draws scripts with the nonce of the page, and for browsers alone', () => {
  expect(tag(draw('login', { nonce: 'page' }), /<script[^>]*>/)).toContain('nonce="page"')
  expect(tag(draw('login'), /<script[^>]*>/)).toContain('integrity="sha512-')
  expect(draw('login', { flow: { ...readFixture('login'), type: 'api' } })).not.toContain('<script')
})

it('omits the service’s script for a page that runs its functions otherwise', () => {
  expect(draw('login', { onTrigger: () => {} })).not.toContain('<script')
})

it('shows below a button why a device gave no answer, and which device is being asked', () => {
  const problem = { name: 'oryPasskeyLogin', text: 'It was canceled.' }
  const refused = draw('login', { onTrigger: () => {}, trigger: { problem } })
  expect(refused).toMatch(/<div role="alert"[^>]*><p id="trigger-oryPasskeyLogin-message-0".*It was canceled\./)
  expect(tag(refused, /<button[^>]*name="passkey_login_trigger"[^>]*>/)).toContain(
    'aria-describedby="trigger-oryPasskeyLogin-message-0"',
  )
  const asking = draw('login', { onTrigger: () => {}, trigger: { asking: 'oryPasskeyLogin' } })
  expect(tag(asking, /<button[^>]*name="passkey_login_trigger"[^>]*>/)).toContain('aria-busy="true"')
})

it('knows the function of a button that names it in its script alone', () => {
  const base = { node_type: 'input', name: 'x', type: 'button', disabled: false } as const
  expect(clickTrigger({ ...base, onclick: 'window.oryWebAuthnLogin({"publicKey":{}})' })).toBe('oryWebAuthnLogin')
  expect(clickTrigger({ ...base, onclick: 'window.__oryPasskeyLogin()' })).toBe('oryPasskeyLogin')
  expect(clickTrigger({ ...base, onclick: 'alert(1)' })).toBeUndefined()
  expect(loadTrigger({ ...base, onload: 'window.oryPasskeyLoginAutocompleteInit()' })).toBe(
    'oryPasskeyLoginAutocompleteInit',
  )
})

it('says so if it cannot draw something', () => {
  const html = draw('unknown-nodes')
  expect(html).toContain('data-testid="node/slider"')
  expect(html).toContain('can’t show')
  expect(tag(html, /<input[^>]*name="identifier"[^>]*>/)).toContain('type="text"')
  expect(html).toContain('data-sitekey="public-key"')
})

const base = { required: false, disabled: false, node_type: 'input' } as const
const label = (id: number, text: string) => ({ label: { id, text, type: 'info' as const } })
const node = (group: string, attributes: object, more: object = {}): UiNode =>
  parseNode({ type: 'input', group, messages: [], meta: {}, attributes: { ...base, ...attributes }, ...more })
const parseNode = (given: object) => given as UiNode

/** A flow with these nodes besides those of a fixture. */
const drawWith = (name: string, nodes: readonly UiNode[], props: Partial<FlowFormProps> = {}) => {
  const flow = readFixture(name)
  const ui = { ...flow.ui, nodes: [...flow.ui.nodes, ...nodes] }
  return renderToStaticMarkup(<FlowForm flow={{ ...flow, ui }} kind={kindOf(name)} {...props} />)
}

it.each(['login', 'login-second-factor', 'settings'])(
  'says once of a key of an app (%s) that the app uses it, and shows no button that does nothing @contract-july-9',
  (name) => {
    const html = drawWith(name, [
      node('deviceauthn', { name: 'deviceauthn_nonce', type: 'hidden', value: 'abc' }),
      node('deviceauthn', { name: 'method', type: 'submit', value: 'deviceauthn' }, { meta: label(1010024, 'Use it') }),
      node(
        'deviceauthn',
        { name: 'deviceauthn_remove', type: 'submit', value: 'key' },
        { messages: [{ id: 4000044, text: 'Not proved.', type: 'error' }] },
      ),
    ])
    expect(html.match(/This is done in the app/g)).toHaveLength(1)
    expect(html).toContain('Not proved.')
    expect(html).not.toContain('Use it')
    expect(submits(html)).toEqual(submits(draw(name)))
    expect(groupsOf([node('deviceauthn', { name: 'deviceauthn_nonce', type: 'hidden' })])).toEqual([])
  },
)

it('announces a required field whose button passes the checks @flow-form-2', () => {
  const required = { required: true }
  const html = drawWith('login', [
    node('wallet', { name: 'wallet_name', type: 'text', ...required }, { meta: label(9_000_001, 'Wallet') }),
    node('wallet', { name: 'wallet_kind', type: 'text', options: [{ value: 'a' }, { value: 'b' }], ...required }),
    node('wallet', { name: 'wallet_terms', type: 'checkbox', ...required }, { meta: label(9_000_003, 'Terms') }),
    node('wallet', { name: 'method', type: 'submit', value: 'wallet' }),
  ])
  for (const name of ['wallet_name', 'wallet_kind', 'wallet_terms']) {
    const control = tag(html, new RegExp(`<(?:input|select)(?! type="hidden")[^>]*name="${name}"[^>]*>`))
    expect(control).toContain('aria-required="true"')
    expect(control).not.toContain(' required=""')
  }
})

it('draws the method of a group that it does not know like any other @contract-july-10', () => {
  const html = drawWith('login', [
    node('wallet', { name: 'wallet_name', type: 'text', required: true }, { meta: label(9_000_001, 'Wallet') }),
    node('wallet', { name: 'method', type: 'submit', value: 'wallet' }, { meta: label(9_000_002, 'Use a wallet') }),
    parseNode({
      type: 'hologram',
      group: 'wallet',
      messages: [],
      meta: {},
      attributes: { node_type: 'hologram', id: 'h' },
    }),
    parseNode({ type: 'hologram', group: 'wallet', messages: [], meta: {}, attributes: {} }),
  ])
  expect(html).toContain('Use a wallet')
  expect(submits(html)).toContainEqual(['method', 'wallet'])
  expect(html).toContain('>Wallet<')
  expect(html).toContain('data-testid="node/hologram"')
  expect(html.match(/can’t show/g)).toHaveLength(2)
})

it('draws every type of input and of node, and the service’s messages about each', () => {
  const html = draw('every-node')
  expect([...html.matchAll(/name="every\.([\w-]+)"/g)].map(([, name]) => name)).toEqual(
    expect.arrayContaining(['text', 'password', 'number', 'email', 'tel', 'datetime-local', 'date', 'url', 'choice']),
  )
  const refused = [...html.matchAll(/<(?:input|select)[^>]*name="refused\.[^>]*>/g)].filter(
    ([tag]) => !tag.includes('type="hidden"'),
  )
  expect(refused).toHaveLength(10)
  for (const [tag] of refused) expect(tag).toContain('aria-invalid="true"')
  expect(html).toContain('What a button is told.')
  expect(html).toContain('A note about the field.')
  expect(html).not.toContain('[object Object]')
  expect(html.match(/<select[^>]*name="refused.choice".*?<\/select>/s)?.[0].match(/<option /g)).toHaveLength(4)
})

it('begins every id with the prefix, so that two flows may share a page', () => {
  const ids = (html: string) =>
    [...html.matchAll(/\s(?:id|for|aria-describedby)="([^"]*)"/g)].flatMap(([, id = '']) => id.split(' '))
  const one = ids(draw('every-node', { idPrefix: 'one-', onTrigger: () => {} }))
  expect(one.length).toBeGreaterThan(40)
  for (const id of one) expect(id).toMatch(/^one-/)
  const summary = renderToStaticMarkup(<FlowMessages flow={readFixture('login-empty')} idPrefix="one-" />)
  expect(summary).toContain('href="#one-password-password"')
})

it('offers a link and no form if nothing is left to send', () => {
  const html = draw('verification-done')
  expect(html).toContain('href="http://localhost:4455/welcome"')
  expect(html).not.toContain('<form')
})

it('marks the pressed button while it is at work', () => {
  const html = draw('login', { busy: true, pressed: { name: 'provider', value: 'google' } })
  expect(tag(html, /<button[^>]*value="google"[^>]*>/)).toContain('aria-busy="true"')
  expect(tag(html, /<button[^>]*value="password"[^>]*>/)).not.toContain('aria-busy')
})

it('draws the page’s additions: a link for a field, which the keyboard reaches after it, the method used last', () => {
  const html = draw('login', {
    lastUsed: 'passkey',
    fieldEnd: (node) => node.attributes.name === 'password' && <a href="/recovery">Forgot password?</a>,
  })
  expect(html).toMatch(
    /Password<\/label>.*name="password".*<a href="\/recovery">Forgot password\?<\/a>.*value="password"/,
  )
  expect(html).toMatch(/Sign in with passkey<\/span><span[^>]*>Last used/)
})

it('sums up errors with links to the fields', () => {
  const html = renderToStaticMarkup(<FlowMessages flow={readFixture('login-empty')} />)
  expect(html).toContain('role="alert"')
  expect(html).toContain('<a href="#default-identifier">E-Mail: Property identifier is missing.</a>')
  expect(html).toContain('<a href="#password-password">')
})

it('states good news without an alarm', () => {
  const html = renderToStaticMarkup(<FlowMessages flow={readFixture('verification-done')} />)
  expect(html).toContain('role="status"')
  expect(html).not.toContain('role="alert"')
})

it.each([
  ['login-wrong', 'in the summary alone, as it is about two fields'],
  ['login-code-wrong', 'at the code alone'],
  ['registration-code-wrong', 'at the code alone'],
  ['settings-totp-wrong', 'at the code alone'],
])('shows a single error once: %s %s', (name, where) => {
  const flow = readFixture(name)
  const errors = [flow.ui, ...flow.ui.nodes].flatMap(({ messages = [] }) =>
    messages.filter(({ type }) => type === 'error'),
  )
  const [{ text } = { text: '' }] = errors
  const [summary, form] = [renderToStaticMarkup(<FlowMessages flow={flow} />), draw(name)]
  expect(text).not.toBe('')
  expect(summary).toContain(text)
  expect(summary.includes('data-unseen')).toBe(where.startsWith('at'))
  expect(form.includes(text)).toBe(where.startsWith('at'))
})

it('forgets the good news of an earlier submit while something is wrong with this one', () => {
  const { ui } = readFixture('settings-password-refused')
  const saved = { id: 1050001, type: 'success', text: 'Saved.' } as const
  const said = (nodes: typeof ui.nodes) =>
    renderToStaticMarkup(<FlowMessages flow={{ ui: { ...ui, nodes, messages: [saved] } }} />)
  expect(said(ui.nodes)).not.toContain('Saved.')
  expect(said(ui.nodes.map((node) => ({ ...node, messages: [] })))).toContain('Saved.')
})
