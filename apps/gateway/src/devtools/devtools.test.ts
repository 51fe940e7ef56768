import { mkdir, mkdtemp, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createDevtools } from './devtools.ts'
import { createMovableClock, parseMove } from './movable-clock.ts'
import { createFaults } from './faults.ts'
import { createHistory } from './history.ts'
import { testCodeOf } from './test-codes.ts'

const facts = { requestId: 'request-0000000001', clientAddress: '127.0.0.1', nonce: () => 'nonce-0000000000000001' }
const origin = 'http://localhost:4455'

function devtools(publicUrl = origin, docsFolder = join(tmpdir(), 'no-such-folder')) {
  const clock = createMovableClock(() => Date.parse('2026-11-21T12:00:00Z'))
  const faults = createFaults()
  const parts = {
    publicUrl: new URL(publicUrl),
    faults,
    docsFolder,
    clock,
    history: createHistory(() => clock.now()),
    admin: undefined,
    findings: undefined,
    preview: undefined,
    inspectFlow: undefined,
  }
  const answer = createDevtools(parts, async () => ({ html: '', nonce: '' }))
  return {
    clock,
    faults,
    get: (path: string) => answer(new Request(origin + path), facts),
    post: (path: string, body: unknown, headers: HeadersInit = { 'content-type': 'application/json' }) =>
      answer(
        new Request(origin + path, {
          method: 'POST',
          headers,
          body: typeof body === 'string' ? body : JSON.stringify(body),
        }),
        facts,
      ),
  }
}

test.each([
  'https://account.example.org',
  'http://192.168.1.10:4455',
  'http://0.0.0.0:4455',
  'http://localhost.evil.example',
])('there are no developer tools at %s, which others can reach @devtools-1', (publicUrl) => {
  expect(() => devtools(publicUrl)).toThrow(/others can reach/)
})

test.each(['http://localhost:4455', 'http://acme.localhost:4455', 'http://127.0.0.1:1', 'http://[::1]:1'])(
  'there may be one at %s',
  (publicUrl) => {
    expect(() => devtools(publicUrl)).not.toThrow()
  },
)

test('a fault is armed by a program, injected as often as requested, and disarmed', async () => {
  const { post, faults, get } = devtools()
  const armed = await post('/dev/faults', { fault: 'submit_lost', times: 2 })
  expect(await armed.json()).toMatchObject({ submit_lost: 2, submit_expired: 0 })
  expect([faults.take('submit_lost'), faults.take('submit_lost'), faults.take('submit_lost')]).toEqual([
    true,
    true,
    false,
  ])
  await post('/dev/faults', { fault: 'courier_down' })
  expect(await (await get('/dev/faults.json')).json()).toMatchObject({ courier_down: 1 })
  await post('/dev/faults', { fault: 'none' })
  expect(faults.take('courier_down')).toBe(false)
})

test('a fault for one browser happens to no other @devtools-4', async () => {
  const { post, faults, get } = devtools()
  const from = (cookie: string) => new Request(origin, { headers: { cookie } })
  await post('/dev/faults', { fault: 'submit_lost', browser: 'browser-of-ada' })
  expect(await (await get('/dev/faults.json')).json()).toMatchObject({ submit_lost: 1 })
  expect(faults.take('submit_lost')).toBe(false)
  expect(faults.take('submit_lost', from('gatehouse_browser=browser-of-grace'))).toBe(false)
  expect(faults.take('submit_lost', from('a=1; gatehouse_browser=browser-of-ada'))).toBe(true)
  expect(faults.take('submit_lost', from('gatehouse_browser=browser-of-ada'))).toBe(false)
  await post('/dev/faults', { fault: 'submit_lost', browser: 'browser-of-ada' })
  await post('/dev/faults', { fault: 'submit_expired' })
  await post('/dev/faults', { fault: 'none', browser: 'browser-of-ada' })
  expect(await (await get('/dev/faults.json')).json()).toMatchObject({ submit_lost: 0, submit_expired: 1 })
  expect((await post('/dev/faults', { fault: 'courier_down', browser: 'browser-of-ada' })).status).toBe(400)
  expect((await post('/dev/faults', { fault: 'submit_lost', browser: 'a b' })).status).toBe(400)
})

test.each([{ fault: 'fire' }, { fault: 'submit_lost', times: -1 }, { fault: 'submit_lost', times: 1.5 }, {}, [], 'x'])(
  '%j is refused with a reason, and arms nothing',
  async (body) => {
    const { post, get } = devtools()
    const answer = await post('/dev/faults', body)
    expect([answer.status, (await answer.json()).error]).toEqual([400, expect.any(String)])
    expect(Object.values(await (await get('/dev/faults.json')).json())).toEqual([0, 0, 0, 0, 0])
  },
)

test('the clock is moved and reset', async () => {
  const { post, clock } = devtools()
  expect(await (await post('/dev/clock', { move: '1h30m' })).json()).toEqual({
    now: '2026-11-21T13:30:00.000Z',
    offset_ms: 5_400_000,
  })
  await post('/dev/clock', { to: '2030-01-01T00:00:00Z' })
  expect(new Date(clock.now()).toISOString()).toBe('2030-01-01T00:00:00.000Z')
  await post('/dev/clock', { reset: true })
  expect(clock.offsetMs()).toBe(0)
  expect((await post('/dev/clock', { move: 'soon' })).status).toBe(400)
  expect([parseMove('-2d'), parseMove('90s'), parseMove('1.5h')]).toEqual([-172_800_000, 90_000, undefined])
})

test('a form of another site changes nothing, whatever its content type @devtools-2', async () => {
  const { post, clock } = devtools()
  const evil = { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }
  const form = { 'content-type': 'application/x-www-form-urlencoded' }
  const answers = await Promise.all([
    post('/dev/clock', 'move=1h', { ...evil, ...form }),
    post('/dev/clock', { move: '1h' }, { ...evil, 'content-type': 'application/json' }),
    post('/dev/clock', '{"move":"1h"}', { ...evil, 'content-type': 'text/plain' }),
    post('/dev/clock', 'move=1h', form),
  ])
  expect(answers.map(({ status }) => status)).toEqual([403, 403, 403, 403])
  expect(clock.offsetMs()).toBe(0)
  const own = { ...form, origin, 'sec-fetch-site': 'same-origin' }
  const moved = await post('/dev/clock', 'move=1h', own)
  expect([moved.status, moved.headers.get('location')]).toEqual([303, '/dev/clock'])
})

test('the index lists the pages, for people and for programs', async () => {
  const { get } = devtools()
  expect(await (await get('/dev.json')).json()).toEqual(['/dev/faults', '/dev/clock', '/dev/docs'])
  const page = await (await get('/dev')).text()
  expect(page).toContain('href="/dev/clock"')
  expect(page).not.toContain('href="/dev/inbox"')
  expect((await get('/dev/nothing')).status).toBe(404)
  expect((await get('/dev/toString')).status).toBe(404)
})

test.each([
  ['ada+code424242@example.com', '424242'],
  ['+12025550142', '550142'],
  ['ada+code42@example.com', undefined],
  ['ada@example.com', undefined],
  ['+12025551142', undefined],
])('the code of %s is %s', (address, code) => {
  expect(testCodeOf(address)).toBe(code)
})

test('the documentation is shown once it is built, always in its latest build @devtools-5', async () => {
  const outer = await mkdtemp(join(tmpdir(), 'gatehouse-docs-'))
  const folder = join(outer, 'site')
  try {
    const { get, post } = devtools(origin, folder)
    const before = await get('/dev/docs/')
    expect([before.status, await before.text()]).toEqual([503, expect.stringContaining('npm run docs')])
    expect(await (await get('/dev/docs.json')).json()).toEqual({ built: false })
    expect((await get('/dev/docs')).headers.get('location')).toBe('/dev/docs/')
    const build = async (text: string, at: number) => {
      await mkdir(join(folder, 'api'), { recursive: true })
      await writeFile(join(folder, 'index.html'), text)
      await writeFile(join(folder, 'api/public-recovery.html'), text)
      await utimes(join(folder, 'index.html'), at, at)
    }
    await build('one', 1_000)
    expect(await (await get('/dev/docs.json')).json()).toEqual({ built: true })
    expect(await (await get('/dev/docs/')).text()).toBe('one')
    await build('two', 2_000)
    const page = await get('/dev/docs/api/public-recovery.html')
    expect(await page.text()).toBe('two')
    expect(page.headers.get('content-type')).toContain('text/html')
    expect(page.headers.get('cache-control')).toBe('no-cache')
    expect(page.headers.get('content-security-policy')).toContain("default-src 'none'")
    const outside = [get('/dev/docs/nothing.html'), get('/dev/docs/..%2f..%2fpackage.json'), get('/dev/docs/%2e%2e/x')]
    expect((await Promise.all(outside)).map(({ status }) => status)).toEqual([404, 404, 404])
    expect((await post('/dev/docs/', {})).status).toBe(405)
  } finally {
    await rm(outer, { recursive: true })
  }
})
