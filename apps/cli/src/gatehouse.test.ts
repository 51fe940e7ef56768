import { execFileSync } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { decodeJwt } from 'jose'
import { freePorts } from '@gatehouse/testing/processes'
import { totpCode } from '@gatehouse/testing/devices'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { timeoutMs, run, startForTerminal, type Result, type TerminalService } from './terminal.fixture.ts'

vi.setConfig({ testTimeout: timeoutMs, hookTimeout: timeoutMs })

let service: TerminalService
beforeAll(async () => {
  service = await startForTerminal()
})
afterAll(() => service.stop())

function gatehouse(person: string, args: readonly string[], input = '', url = service.publicUrl): Promise<Result> {
  const own = ['--url', url, '--session-file', join(service.folder, `${person}.json`)]
  return run(service.folder, [...args, ...own], input)
}

const email = 'ada@example.com'
const password = 'correct horse 7 battery'

test('an account from the terminal: register, look, list, sign out, sign in again @gatehouse-1', async () => {
  const registered = await gatehouse(
    'ada',
    ['register', '--field', `traits.email=${email}`, '--password-stdin'],
    password,
  )
  expect(registered).toMatchObject({ code: 0, output: expect.stringContaining('You are signed in.') })

  const me = await gatehouse('ada', ['whoami', '--json'])
  expect(JSON.parse(me.output)).toMatchObject({ active: true, identity: { traits: { email } } })

  const remote = await gatehouse('ada-2', ['login', '--field', `identifier=${email}`, '--password-stdin'], password)
  expect(remote).toMatchObject({ code: 0, output: expect.stringContaining('Signed in') })
  const others = JSON.parse((await gatehouse('ada', ['sessions', '--json'])).output)
  expect(others).toHaveLength(1)
  expect((await gatehouse('ada', ['sessions', '--revoke-others'])).output).toContain('Ended 1 other')
  expect(await gatehouse('ada-2', ['whoami'])).toMatchObject({
    code: 3,
    complaint: expect.stringContaining('has ended'),
  })

  expect((await gatehouse('ada', ['logout'])).output).toContain('Signed out')
  expect(await gatehouse('ada', ['whoami'])).toMatchObject({
    code: 3,
    complaint: expect.stringContaining('Try: gatehouse login'),
  })
})

test('a wrong password is refused in words, with nothing kept', async () => {
  const refused = await gatehouse('eve', ['login', '--field', `identifier=${email}`, '--password-stdin'], 'guess')
  expect(refused.code).toBe(1)
  expect(refused.complaint).toMatch(/credentials|password/i)
  expect(refused.complaint).not.toContain('    at ')
  expect((await gatehouse('eve', ['whoami'])).code).toBe(3)
})

test('an unreachable service is reported in words', async () => {
  const [unusedPort = 0] = await freePorts(1)
  const { code, complaint } = await gatehouse('ada', ['login'], '', `http://127.0.0.1:${unusedPort}`)
  expect(code).toBe(5)
  expect(complaint).toContain(`The identity service at http://127.0.0.1:${unusedPort} did not answer.`)
  expect(complaint).not.toContain('    at ')
})

/** Returns the flow that a command names if it has no terminal to ask. */
function flowIn({ code, complaint }: Result): string {
  const [, flow = ''] = /Go on with: --flow (\S+)/.exec(complaint) ?? []
  expect([code, flow]).toEqual([4, expect.stringMatching(/^[0-9a-f-]{36}$/)])
  return flow
}

test('an address is verified by the code in the mail, in two commands @gatehouse-2', async () => {
  const bob = 'bob@example.com'
  const id = await service.account(bob, password)
  const flow = flowIn(await gatehouse('bob', ['verify', '--field', `email=${bob}`]))
  const go = (code: string) => gatehouse('bob', ['verify', '--flow', flow, '--field', `code=${code}`])
  const code = await service.codeFor(bob)
  const wrong = await go(code === '000000' ? '111111' : '000000')
  expect([wrong.code, wrong.complaint]).toEqual([1, expect.stringContaining('Nobody is there')])
  expect(await go(code)).toMatchObject({ code: 0, output: 'The address is verified.\n' })
  const { body } = await service.admin('GET', `/identities/${id}`)
  expect(body.verifiable_addresses).toEqual([expect.objectContaining({ verified: true })])
})

test('a forgotten password: a code in the mail, a session, a new password @gatehouse-3', async () => {
  const carol = 'carol@example.com'
  await service.account(carol, password)
  const flow = flowIn(await gatehouse('carol', ['recover', '--field', `email=${carol}`]))
  const code = await service.codeFor(carol)
  const back = await gatehouse('carol', ['recover', '--flow', flow, '--field', `code=${code}`])
  expect(back).toMatchObject({ code: 0, output: expect.stringContaining('gatehouse settings password') })
  const fresh = 'a fresh horse 8 battery'
  const saved = await gatehouse('carol', ['settings', 'password', '--password-stdin'], fresh)
  expect(saved).toMatchObject({ code: 0, output: 'Saved: password.\n' })
  const login = (text: string) =>
    gatehouse('carol-2', ['login', '--field', `identifier=${carol}`, '--password-stdin'], text)
  expect((await login(password)).code).toBe(1)
  expect((await login(fresh)).code).toBe(0)
})

test('settings: the list, a change, a refusal, and a person who is not signed in @gatehouse-4', async () => {
  const dora = 'dora@example.com'
  await service.account(dora, password)
  expect(await gatehouse('dora', ['settings'])).toMatchObject({
    code: 3,
    complaint: expect.stringContaining('gatehouse login'),
  })
  await gatehouse('dora', ['login', '--field', `identifier=${dora}`, '--password-stdin'], password)
  const shown = await gatehouse('dora', ['settings'])
  expect(shown.output).toMatch(/dora@example\.com.*\nCan be changed: .*profile.*password/)
  const asJson = JSON.parse((await gatehouse('dora', ['settings', '--json'])).output)
  expect(asJson).toMatchObject({ type: 'api', identity: { traits: { email: dora } } })

  const moved = await gatehouse('dora', ['settings', 'profile', '--field', 'traits.email=dora@new.example.com'])
  expect(moved).toMatchObject({ code: 0, output: 'Saved: profile.\n' })
  expect((await gatehouse('dora', ['whoami'])).output).toContain('dora@new.example.com')

  const refusals: readonly (readonly [args: readonly string[], words: string, code: number])[] = [
    [['profile', '--field', 'traits.email=none'], 'email', 1],
    [['profile', '--field', 'traits.emial=x@example.com'], 'There is no field traits.emial', 1],
    [['password'], 'Nobody is there to say: password', 4],
    [['password', '--remove'], '--remove is for', 2],
    [['totp', '--reveal'], '--reveal is for', 2],
    [['shoes'], 'Allowed choices', 2],
    [['profile', '--flow', 'f0f7c9f0-0000-4000-8000-000000000000'], '', 1],
  ]
  for (const [args, words, code] of refusals) {
    const refused = await gatehouse('dora', ['settings', ...args])
    expect([refused.code, refused.complaint]).toEqual([code, expect.stringContaining(words)])
    expect(refused.complaint).not.toContain('    at ')
  }
})

test('second factors: an app and backup codes are set up, asked for, and taken away', async () => {
  const eve = 'eve@example.com'
  await service.account(eve, password)
  const signIn = (person: string) =>
    gatehouse(person, ['login', '--field', `identifier=${eve}`, '--password-stdin'], password)
  await signIn('eve')
  const begun = await gatehouse('eve', ['settings', 'totp'])
  const [, secret = ''] = /authenticator app: ([A-Z2-7]+)/.exec(begun.complaint) ?? []
  const totp = ['settings', 'totp', '--flow', flowIn(begun), '--field', `totp_code=${totpCode(secret, Date.now())}`]
  expect(await gatehouse('eve', totp)).toMatchObject({ code: 0, output: 'The authenticator app is set up.\n' })
  const made = JSON.parse((await gatehouse('eve', ['settings', 'lookup_secret', '--json'])).output)
  expect(made.codes).toHaveLength(12)
  const shown = JSON.parse((await gatehouse('eve', ['settings', 'lookup_secret', '--reveal', '--json'])).output)
  expect(shown).toEqual(made)

  await signIn('eve-2')
  expect(await gatehouse('eve-2', ['whoami'])).toMatchObject({
    code: 3,
    complaint: expect.stringContaining('gatehouse login --aal aal2'),
  })
  const second = ['login', '--aal', 'aal2', '--method', 'lookup_secret', '--field', `lookup_secret=${made.codes[0]}`]
  expect((await gatehouse('eve-2', second)).code).toBe(0)
  expect((await gatehouse('eve-2', ['whoami'])).output).toContain('aal2')
  for (const part of ['totp', 'lookup_secret']) {
    expect(await gatehouse('eve-2', ['settings', part, '--remove'])).toMatchObject({ code: 0 })
  }
  await signIn('eve-3')
  expect((await gatehouse('eve-3', ['whoami'])).output).toContain('aal1')
})

test('a failure is JSON with --json, with the id of the message and the way to continue @gatehouse-5', async () => {
  const errorOf = async (args: readonly string[], input = '') => {
    const { code, output, complaint } = await gatehouse('guest', [...args, '--json'], input)
    const { error } = JSON.parse(complaint)
    expect([output, error.exit_code]).toEqual(['', code])
    return error
  }
  expect(await errorOf(['whoami'])).toMatchObject({ kind: 'not_signed_in', exit_code: 3 })
  expect(await errorOf(['login'])).toMatchObject({ kind: 'answer_needed', exit_code: 4, field: 'identifier' })
  const wrong = await errorOf(['login', '--field', 'identifier=guest@example.com', '--password-stdin'], 'guess')
  expect(wrong).toMatchObject({ kind: 'failed', exit_code: 1, messages: [{ id: 4000006 }] })
  expect(await errorOf(['login', '--no-such-option'])).toMatchObject({ kind: 'usage', exit_code: 2 })
})

test('messages are in the language of the person @gatehouse-6', async () => {
  const login = ['login', '--field', 'identifier=guest@example.com', '--password-stdin']
  const german = /Zugangsdaten|Anmeldedaten|Passwort/
  expect((await gatehouse('guest', [...login, '--language', 'de-AT'], 'guess')).complaint).toMatch(german)
  const own = ['--url', service.publicUrl, '--session-file', join(service.folder, 'guest.json')]
  const byEnvironment = await run(service.folder, [...login, ...own], 'guess', { LANGUAGE: '', LC_ALL: 'de_DE.UTF-8' })
  expect(byEnvironment.complaint).toMatch(german)
  const unknown = await gatehouse('guest', [...login, '--language', 'tlh'], 'guess')
  expect([unknown.code, unknown.complaint]).toEqual([2, expect.stringContaining('There are: ar, ')])
})

test('a session becomes a token for other programs, alone on standard output @gatehouse-7', async () => {
  await service.account('fay@example.com', password)
  await gatehouse('fay', ['login', '--field', 'identifier=fay@example.com', '--password-stdin'], password)
  const { code, output } = await gatehouse('fay', ['whoami', '--tokenize-as', 'app'])
  expect(code).toBe(0)
  expect(decodeJwt(output.trim())).toMatchObject({ sub: expect.any(String), sid: expect.any(String) })
  expect(await gatehouse('fay', ['whoami', '--tokenize-as', 'none'])).toMatchObject({ code: 1, output: '' })
})

test('--version prints the version, and bash completes commands, options and their values @gatehouse-8', async () => {
  const { version } = JSON.parse(await readFile(new URL('../../../package.json', import.meta.url), 'utf8'))
  expect((await run(service.folder, ['--version'])).output).toBe(`${version}\n`)
  const { output: script } = await run(service.folder, ['completion', 'bash'])
  const complete = (...words: readonly string[]) => {
    const state = `COMP_WORDS=(${words.map((word) => `'${word}'`).join(' ')}); COMP_CWORD=${words.length - 1}`
    const program = `${script}\n${state}; _gatehouse; printf '%s\\n' "\${COMPREPLY[@]}"`
    return execFileSync('bash', ['--norc', '-c', program], { encoding: 'utf8' }).trim().split('\n')
  }
  expect(complete('gatehouse', 'se').toSorted()).toEqual(['secrets', 'seed', 'sessions', 'settings'])
  expect(complete('gatehouse', 'secrets', '')).toEqual(expect.arrayContaining(['rotate', 'retire']))
  expect(complete('gatehouse', 'settings', 'lo')).toEqual(['lookup_secret'])
  expect(complete('gatehouse', 'whoami', '--tok')).toEqual(['--tokenize-as'])
})
