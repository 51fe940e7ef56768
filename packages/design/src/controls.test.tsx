import { brotliCompressSync } from 'node:zlib'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { initialsOf } from './avatar.tsx'
import { Button } from './button.tsx'
import { cleanCode } from './clean-code.ts'
import { ErrorSummary, type SummaryItem } from './error-summary.tsx'
import { Field, TextInput } from './field.tsx'
import { GateLayout } from './gate-layout.tsx'
import { PasswordInput } from './password-input.tsx'
import { ProviderIcon } from './provider-icon.tsx'
import { Scene } from './scene.tsx'

it('ties label, hint and messages to their control', () => {
  const html = renderToStaticMarkup(
    <Field id="mail" label="Email" hint="At work" messages={[{ text: 'Please fill this in.', kind: 'error' }]}>
      {(control) => <TextInput {...control} name="mail" />}
    </Field>,
  )
  expect(html).toContain('<label for="mail">Email</label>')
  expect(html).toContain('aria-invalid="true" aria-describedby="mail-hint mail-message-0"')
  expect(html).toContain('id="mail-hint"')
  expect(html).toContain('id="mail-message-0"')
})

it('leaves a field valid when it only has something to add', () => {
  const html = renderToStaticMarkup(
    <Field id="mail" label="Email" messages={[{ text: 'Confirmed.', kind: 'success' }]}>
      {(control) => <TextInput {...control} />}
    </Field>,
  )
  expect(html).not.toContain('aria-invalid')
})

it('offers to show a password only if script runs @controls-1', () => {
  const labels = { showPassword: 'Show', hidePassword: 'Hide', capsLock: 'Caps' }
  const html = renderToStaticMarkup(<PasswordInput id="p" name="password" labels={labels} />)
  expect(html).toContain('type="password"')
  expect(html).not.toContain('<button')
})

it('shows that a pressed button is busy, and keeps it in the form', () => {
  const html = renderToStaticMarkup(<Button busy>Save</Button>)
  expect(html).toContain('aria-busy="true"')
  expect(html).not.toContain(' disabled')
})

it('announces errors, links them to their fields and takes focus without script', () => {
  const html = renderToStaticMarkup(<ErrorSummary title="No" items={[{ text: 'Email: missing', field: 'mail' }]} />)
  expect(html).toContain('role="alert"')
  expect(html).toContain('tabindex="-1"')
  expect(html).toContain('autofocus')
  expect(html).toContain('<a href="#mail">Email: missing</a>')
})

it('shows a single error at its field alone, if the caret is there', () => {
  const item = { text: 'Incorrect code', field: 'code', isAtField: true }
  const draw = (items: readonly SummaryItem[], caret?: string) =>
    renderToStaticMarkup(<ErrorSummary title="No" items={items} caret={caret} />)
  expect(draw([item], 'code')).toContain('data-unseen')
  expect(draw([item])).not.toContain('data-unseen')
  expect(draw([item, { text: 'Email: missing', field: 'mail', isAtField: true }], 'code')).not.toContain('data-unseen')
  expect(draw([{ text: 'Incorrect email or password', field: 'password' }], 'password')).not.toContain('data-unseen')
})

it('puts the skip link first', () => {
  const html = renderToStaticMarkup(
    <GateLayout brand={{ name: 'Northwind', href: '/' }} skipLabel="Skip">
      x
    </GateLayout>,
  )
  expect(html.indexOf('href="#main"')).toBeLessThan(html.indexOf('<header'))
  expect(html).toContain('id="main"')
})

it('draws the gate in less than a kilobyte', () => {
  expect(brotliCompressSync(renderToStaticMarkup(<Scene />)).length).toBeLessThan(1000)
})

it('knows a provider by the first word of its id, and falls back to a letter', () => {
  expect(renderToStaticMarkup(<ProviderIcon provider="google-work" name="Google" />)).toContain('<svg')
  expect(renderToStaticMarkup(<ProviderIcon provider="acme" name="Ärzte" />)).toContain('>Ä<')
})

it.each([
  ['482 913', '482913'],
  ['482-913', '482913'],
  ['482\u2011913\n', '482913'],
  ['٤٨٢٩١٣', '482913'],
  ['۴۸۲۹۱۳', '482913'],
  ['k3v9 x2ma', 'k3v9x2ma'],
])('reads the code %j as %s', (typed, code) => expect(cleanCode(typed)).toBe(code))

it.each([
  ['Ada Lovelace', 'AL'],
  ['Ada King Lovelace', 'AL'],
  ['ada@example.org', 'A'],
  ['Łukasz Çelik', 'ŁÇ'],
  ['김하은', '김'],
  ['陳 偉', '陳'],
  ['ليلى الفهري', 'ل'],
  ['अनन्या देवी', 'अ'],
  ['', ''],
])('marks %j by %j', (name, initials) => expect(initialsOf(name)).toBe(initials))
