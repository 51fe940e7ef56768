import type { IncomingMessage, ServerResponse } from 'node:http'
import { startGateway, startServerHere } from '@gatehouse/testing/processes'
import { expect, test as base } from '../fixtures.ts'
import { flowPage } from '../pages/flow-page.ts'

/** Forms as an Ory Kratos of July 2026 sends them, which our own service does not draw, or draws with a phone alone. */

const input = (group: string, attributes: object, label?: readonly [id: number, text: string]) => ({
  type: 'input',
  group,
  attributes: { node_type: 'input', disabled: false, ...attributes },
  messages: [],
  meta: label ? { label: { id: label[0], text: label[1], type: 'info', context: { title: label[1] } } } : {},
})

const token = input('default', { name: 'csrf_token', type: 'hidden', value: 'token', required: true })

const forms: Readonly<Record<string, readonly object[]>> = {
  login: [
    token,
    input('default', { name: 'identifier', type: 'text', value: '', required: true }, [1070002, 'Email']),
    input('password', { name: 'password', type: 'password', required: true }, [1070001, 'Password']),
    input('password', { name: 'method', type: 'submit', value: 'password' }, [1010022, 'Sign in with password']),
    input('deviceauthn', { name: 'deviceauthn_nonce', type: 'hidden', value: 'c2VjcmV0LW5vbmNl' }),
    input('deviceauthn', { name: 'method', type: 'submit', value: 'deviceauthn' }, [1010024, 'Use the device key']),
  ],
  registration: [
    token,
    input('default', { name: 'traits.phone', type: 'tel', required: true, autocomplete: 'tel' }, [1070002, 'Phone']),
    input(
      'default',
      {
        name: 'traits.plan',
        type: 'text',
        required: true,
        options: [{ value: 'free', label: { id: 1070002, text: 'Free of charge', type: 'info' } }, { value: 'team' }],
      },
      [1070002, 'Plan'],
    ),
    input('password', { name: 'password', type: 'password', required: true }, [1070001, 'Password']),
    input('password', { name: 'method', type: 'submit', value: 'password' }, [1040001, 'Sign up']),
  ],
  verification: [
    token,
    input('code', { name: 'email', type: 'text', required: true }, [1070018, 'Email or phone']),
    input('code', { name: 'method', type: 'submit', value: 'code' }, [1070009, 'Continue']),
  ],
  sent: [
    token,
    input('code', { name: 'method', type: 'hidden', value: 'code' }),
    input('code', { name: 'code', type: 'text', required: true, autocomplete: 'one-time-code' }, [1070011, 'Code']),
    input('code', { name: 'method', type: 'submit', value: 'code' }, [1070009, 'Continue']),
    input('code', { name: 'email', type: 'submit', value: '+4915112345678' }, [1070008, 'Resend code']),
  ],
}

/** Answers as a service with one flow of each kind, and each submission with the form for a code. */
function answer(request: IncomingMessage, response: ServerResponse): void {
  const [, , kind = ''] = new URL(request.url ?? '/', 'http://localhost').pathname.split('/')
  const nodes = request.method === 'POST' ? forms['sent'] : forms[kind]
  if (!nodes) {
    response.writeHead(kind === 'ready' ? 200 : 401).end('{}')
    return
  }
  const flow = {
    id: '6d2e9bb1-4b0b-4a7e-9d36-0f1f3a0c9a11',
    type: 'browser',
    state: request.method === 'POST' ? 'sent_email' : 'choose_method',
    issued_at: new Date(Date.now()).toISOString(),
    expires_at: new Date(Date.now() + 3_600_000).toISOString(),
    request_url: `http://localhost/self-service/${kind}/browser`,
    ui: { action: `http://localhost/self-service/${kind}?flow=1`, method: 'POST', nodes },
  }
  response.setHeader('content-type', 'application/json').end(JSON.stringify(flow))
}

const test = base.extend({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads the fixtures a function wants from its first parameter
  openGateway: async ({}, use) => {
    const service = await startServerHere(answer)
    const gateway = await startGateway({ environment: { KRATOS_PUBLIC_URL: service.url } })
    await use(() => Promise.resolve(gateway))
    await gateway.stop()
    await service.close()
  },
})

test('forms of a newer Ory Kratos are filled by keyboard: a phone, a choice, a code, and no key of an app @newer-forms-1', async ({
  visitor,
}) => {
  const { page } = visitor
  const form = flowPage(visitor)

  await test.step('a key that an app holds is a sentence', async () => {
    await page.goto('/login')
    await expect(page.getByText('This is done in the app')).toHaveCount(1)
    await expect(page.getByRole('button', { name: 'Use the device key' })).toHaveCount(0)
    await expect(page.locator('main')).not.toContainText(/c2VjcmV0|\{"|undefined|null/)
    await page.getByLabel('Email').focus()
    await page.keyboard.press('Tab')
    await expect(page.getByLabel('Password', { exact: true })).toBeFocused()
  })

  await test.step('a phone and a choice', async () => {
    await page.goto('/registration')
    const phone = page.getByLabel('Phone')
    await expect(phone).toHaveAttribute('type', 'tel')
    await expect(phone).toHaveAttribute('autocomplete', 'tel')
    const plan = page.getByLabel('Plan')
    await expect(plan.getByRole('option')).toHaveText([/./, 'Free of charge', 'team'])
    await phone.focus()
    await page.keyboard.type('+4915112345678')
    await page.keyboard.press('Tab')
    await expect(plan).toBeFocused()
    await page.keyboard.press('t')
    await expect(plan).toHaveValue('team')
    await expect(page.locator('main')).not.toContainText(/\{"|undefined|null/)
  })

  await test.step('a code for a phone', async () => {
    await page.goto('/verification')
    const address = page.getByLabel('Email or phone')
    await expect(address).toHaveAttribute('type', 'text')
    // A keyboard for addresses has no row of digits.
    await expect(address).not.toHaveAttribute('inputmode', 'email')
    await address.focus()
    await page.keyboard.type('+4915112345678')
    await page.keyboard.press('Enter')
    const code = form.field('code')
    await expect(code).toHaveAttribute('autocomplete', 'one-time-code')
    await expect(code).toHaveAttribute('inputmode', 'numeric')
    await expect(code).toHaveAccessibleName(/code/i)
    await expect(code).toBeFocused()
    await page.keyboard.type('123')
    await expect(code).toHaveValue('123')
    await page.keyboard.press('Tab')
    await expect(page.getByRole('button', { name: /continue|confirm|verify/i })).toBeFocused()
  })
})
