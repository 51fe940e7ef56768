import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { freePort } from '@gatehouse/testing/processes'
import { startOpenIdProvider, signInAtProvider, type OpenIdProvider } from '@gatehouse/testing/providers'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { timeoutMs, program, run, startForTerminal, type TerminalService } from './terminal.fixture.ts'

vi.setConfig({ testTimeout: timeoutMs, hookTimeout: timeoutMs })

const ada = 'ada@example.com'
const secret = 'the-secret-of-the-terminal-client'
let provider: OpenIdProvider
let service: TerminalService
let returnTo = ''
beforeAll(async () => {
  returnTo = `http://127.0.0.1:${await freePort()}/done`
  const publicPort = await freePort()
  const redirectUris = [`http://127.0.0.1:${publicPort}/self-service/methods/oidc/callback/corp`]
  provider = await startOpenIdProvider([{ clientId: 'terminal', clientSecret: secret, redirectUris }], () => ({
    sub: ada,
    email: ada,
    email_verified: true,
  }))
  const corp = { id: 'corp', provider: 'generic', client_id: 'terminal', client_secret: secret }
  const providers = [{ ...corp, issuer_url: provider.issuer, scope: ['email'] }]
  const methods = { oidc: { enabled: true, config: { providers } } }
  service = await startForTerminal({ methods, returnUrls: [returnTo], publicPort })
})
afterAll(async () => {
  await service.stop()
  await provider.stop()
})

test('a browser signs in at a provider, and the terminal has the session @provider-sign-in-1', async () => {
  const own = ['--url', service.publicUrl, '--session-file', join(service.folder, 'ada.json')]
  const args = ['login', '--provider', 'corp', '--return-to', returnTo, ...own]
  const child = spawn(process.execPath, [program, ...args], { stdio: ['ignore', 'pipe', 'pipe'] })
  const exited = once(child, 'exit')
  let said = ''
  child.stderr.on('data', (chunk) => (said += String(chunk)))
  while (!/http\S+\s/.test(said)) await once(child.stderr, 'data')
  const [start = ''] = /http\S+/.exec(said) ?? []
  // Other requests to the port do not come from the browser that was sent.
  expect((await fetch(new URL('/favicon.ico', returnTo))).status).toBe(404)
  const callback = await signInAtProvider(start)
  const back = await fetch(callback, { redirect: 'manual' })
  const end = back.headers.get('location') ?? ''
  expect(end).toContain(`${returnTo}?code=`)
  expect((await fetch(end)).status).toBe(200)
  expect((await exited)[0]).toBe(0)
  expect((await run(service.folder, ['whoami', ...own])).output).toContain(ada)
})

test.each([
  [['--provider', 'unknown'], 'unknown'],
  [['--provider', 'corp', '--return-to', 'https://evil.example/'], 'return'],
  [['--provider', 'corp'], 'Nobody is there to say where the browser ended'],
])('%j is refused in words', async (args, words) => {
  const own = ['--url', service.publicUrl, '--session-file', join(service.folder, 'eve.json')]
  const { code, complaint } = await run(service.folder, ['login', ...args, ...own])
  expect([code, complaint.toLowerCase()]).toEqual([1, expect.stringContaining(words.toLowerCase())])
  expect(complaint).not.toContain('    at ')
})
