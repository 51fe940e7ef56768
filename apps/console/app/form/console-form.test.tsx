import { renderToStaticMarkup } from 'react-dom/server'
import { createRoutesStub } from 'react-router'
import { expect, test } from 'vitest'
import { ConsoleForm } from './console-form.tsx'
import type { FaultyForm } from './faults.ts'

function formAnswered(answer: FaultyForm): string {
  const Page = createRoutesStub([
    { id: 'page', path: '/', Component: () => <ConsoleForm intent="resend.1" submit="Send" about="ada@example.org" /> },
  ])
  return renderToStaticMarkup(<Page hydrationData={{ actionData: { page: answer } }} />)
}

test('a fault of a form as a whole is shown without a link to a field @console-form-1', () => {
  const faults = { fields: { '': 'Too many messages' } }
  const html = formAnswered({ kind: 'faulty', intent: 'resend.1', faults, typed: {} })
  expect(html).toContain('Too many messages')
  expect(html).not.toContain('href="#')
})

test('only the submitted form shows its faults, and its button names its subject', () => {
  const faults = { fields: { '': 'Too many messages' } }
  const html = formAnswered({ kind: 'faulty', intent: 'resend.2', faults, typed: {} })
  expect(html).not.toContain('Too many messages')
  expect(html).toContain('aria-description="ada@example.org"')
})
