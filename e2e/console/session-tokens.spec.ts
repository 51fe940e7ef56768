import { execFileSync } from 'node:child_process'
import { createPublicKey, verify } from 'node:crypto'
import { join } from 'node:path'
import { repositoryRoot } from '@gatehouse/testing/processes'
import { newPerson } from '../service/people.ts'
import { inWays } from '../ways.ts'
import { expect, test } from './fixtures.ts'
import { register, session } from './accounts.ts'
import { askProject } from './project-address.ts'

/** A key set as the command prints it. */
const keySet = () =>
  execFileSync(process.execPath, [join(repositoryRoot, 'apps/cli/src/main.ts'), 'keys', 'create', 'app', '--print'], {
    encoding: 'utf8',
    stdio: 'pipe',
  })
const mapper = "local session = std.extVar('session');\n{ claims: { email: session.identity.traits.email } }"

inWays(['script', 'keyboard'], () => {
  test('session tokens are added with a key set, changed and removed, and count at once @session-tokens-1', async ({
    consolePage,
    visitor: { hands },
    newProject,
    javaScriptEnabled,
  }) => {
    const shop = await newProject('Shop')
    const person = newPerson()
    await register(shop.origin, person)
    const token = await session(shop.origin, person)
    const label = (name: string) => consolePage.getByLabel(name, { exact: true })
    const line = consolePage.locator('[data-setting=session_tokens]')
    const save = consolePage.getByRole('button', { name: 'Save session token' })

    await consolePage.goto(`${shop.root}/configuration`)
    await expect(line).toContainText('None')
    await hands.press(consolePage.getByRole('link', { name: 'Add a session token' }))
    await expect(consolePage.getByRole('heading', { level: 1, name: 'Add a session token' })).toBeVisible()
    await expect(label('Lifespan')).toHaveValue('10')

    // The console or the identity service reports an unusable key set beside its field.
    await hands.fill(label('Name'), 'app')
    await hands.fill(label('Claims mapper'), mapper)
    await hands.fill(label('Key set'), 'a key')
    await hands.press(save)
    await expect(label('Key set')).toHaveAccessibleDescription(/Paste a key set in JSON/)
    await expect(label('Key set')).toHaveAccessibleDescription(/Secrets are not kept/)
    await expect(label('Claims mapper')).toHaveValue(mapper)
    await hands.fill(label('Key set'), '{ "keys": [] }')
    await hands.press(save)
    await expect(label('Key set')).toHaveAccessibleDescription(/is no JSON Web Key Set/)
    await expect(label('Name')).toHaveValue('app')

    const keys = keySet()
    await hands.fill(label('Key set'), keys)
    await hands.press(save)
    await expect(consolePage.getByTestId('notice')).toContainText('configuration is live')
    await expect(line.getByRole('row', { name: /app/ })).toContainText('10m')
    expect(await claimsOf(shop.origin, token)).toMatchObject({ email: person.email })

    // No page has the key again; a lifespan is changed without it.
    await hands.press(line.getByRole('link', { name: 'app', exact: true }))
    await expect(label('Key set')).toHaveValue('')
    await expect(label('Claims mapper')).toHaveValue(mapper)
    expect(await consolePage.content()).not.toContain(String(JSON.parse(keys).keys[0].d))
    await hands.fill(label('Lifespan'), '2')
    await hands.press(save)
    await expect(line.getByRole('row', { name: /app/ })).toContainText('2m')
    const { iat, exp } = await claimsOf(shop.origin, token)
    expect(Number(exp) - Number(iat)).toBe(120)

    await hands.press(line.getByRole('link', { name: 'Add a session token' }))
    await hands.fill(label('Name'), 'app')
    await hands.fill(label('Key set'), keys)
    await hands.press(save)
    await expect(label('Name')).toHaveAccessibleDescription(/Another session token has this name/)

    await consolePage.goto(`${shop.root}/configuration`)
    await hands.press(line.getByRole('button', { name: 'Remove' }))
    await expect(consolePage.getByRole('row', { name: /removed/ }).first()).toBeVisible()
    // The button is hidden with its form, and the focus stays on the page.
    if (javaScriptEnabled) await expect(consolePage.getByRole('main')).toBeFocused()
    expect(await consolePage.content()).not.toContain(Buffer.from(keys.trim()).toString('base64').slice(0, 60))
    await hands.press(consolePage.getByRole('button', { name: 'Save', exact: true }))
    await expect(line).toContainText('None')
    expect((await whoami(shop.origin, token)).status).toBe(400)
  })
})

const whoami = (origin: string, token: string) =>
  askProject(`${origin}/sessions/whoami?tokenize_as=app`, undefined, { 'x-session-token': token })

/** Asks for a token, and checks it by the published keys as a service would. */
async function claimsOf(origin: string, token: string) {
  const { text, status } = await whoami(origin, token)
  expect(status, text).toBe(200)
  const { tokenized } = JSON.parse(text) as { readonly tokenized: string }
  const [header = '', claims = '', signature = ''] = tokenized.split('.')
  const { keys } = JSON.parse((await askProject(`${origin}/.well-known/jwks.json`)).text)
  const key = { key: createPublicKey({ key: keys[0], format: 'jwk' }), dsaEncoding: 'ieee-p1363' } as const
  const isGood = verify('sha256', Buffer.from(`${header}.${claims}`), key, Buffer.from(signature, 'base64url'))
  expect(isGood).toBe(true)
  return JSON.parse(Buffer.from(claims, 'base64url').toString()) as Record<string, number | string>
}
