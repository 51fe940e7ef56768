import { join } from 'node:path'
import { totpCode } from '@gatehouse/testing/devices'
import { decodeJwt } from 'jose'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { atTerminal, controlC, controlD, enter } from './pseudo-terminal.fixture.ts'
import {
  commandLine,
  timeoutMs,
  run,
  startForTerminal,
  terminalEngines,
  type TerminalService,
} from './terminal.fixture.ts'

vi.setConfig({ testTimeout: timeoutMs, hookTimeout: timeoutMs })

/** At its end the cursor waits. */
// oxlint-disable-next-line no-control-regex -- what a terminal gets
const question = /: \u001B\[\d+G$/
const password = 'correct horse 7 battery'

describe.each(await terminalEngines())('at %s', (engine) => {
  let service: TerminalService
  beforeAll(async () => {
    service = await startForTerminal({}, engine)
    // The first run builds it.
  }, 900_000)
  afterAll(() => service.stop())

  const own = (person: string) => ['--url', service.publicUrl, '--session-file', join(service.folder, `${person}.json`)]
  const english = { LANG: 'C', LC_ALL: '', LANGUAGE: '' }
  function gatehouse(person: string, args: readonly string[], environment: Readonly<Record<string, string>> = english) {
    return atTerminal([...commandLine(), ...args, ...own(person)], environment)
  }
  /** Without a terminal, as a program runs it. */
  const asProgram = (person: string, args: readonly string[], input = '') =>
    run(service.folder, [...args, ...own(person)], input)

  test('a person signs up, confirms the address and signs in by typing, a password is not shown, and an app from its QR code is the second step @at-terminal-1', async () => {
    const ada = 'ada@example.com'
    const register = gatehouse('ada', ['register'])
    await register.shows(question)
    register.type(`${ada}${enter}`)
    await register.shows('Password: ')
    register.type(`${password}${enter}`)
    const registered = await register.ended
    expect([registered.code, registered.screen]).toEqual([0, expect.stringContaining('You are signed in.')])
    expect(registered.screen).not.toContain(password)
    expect((await asProgram('ada', ['whoami'])).output).toContain(ada)
    const { output: token } = await asProgram('ada', ['whoami', '--tokenize-as', 'app'])
    expect(decodeJwt(token.trim())).toMatchObject({ sub: expect.any(String), sid: expect.any(String) })

    const fromSignUp = await service.codeFor(ada)
    const verify = gatehouse('ada', ['verify'])
    await verify.shows(question)
    verify.type(`${ada}${enter}`)
    const mailed = await service.codeFor(ada)
    expect(mailed).not.toBe(fromSignUp)
    await verify.shows(question)
    verify.type(`${mailed}${enter}`)
    const verified = await verify.ended
    expect(verified).toMatchObject({ code: 0, screen: expect.stringContaining('The address is verified.') })
    // The session is the proof that the password is the owner's: it stays, and signs in below.
    expect(verified.screen).not.toContain('removed')

    const totp = gatehouse('ada', ['settings', 'totp'])
    // With the character after it: a key may come in two pieces.
    const shown = await totp.shows(/authenticator app: [A-Z2-7]+\s/)
    expect(shown).toMatch(/[▀▄█ ]{25,}/)
    const [, secret = ''] = /authenticator app: ([A-Z2-7]+)/.exec(shown) ?? []
    await totp.shows(question)
    totp.type(`${totpCode(secret, Date.now())}${enter}`)
    expect(await totp.ended).toMatchObject({
      code: 0,
      screen: expect.stringContaining('The authenticator app is set up.'),
    })

    const login = gatehouse('ada-2', ['login'])
    await login.shows(question)
    login.type(`${ada}${enter}`)
    await login.shows('Password: ')
    login.type(`wrong${enter}`)
    // The form as it was: the reason, then the questions again.
    await login.shows('Incorrect email or password.')
    await login.shows(question)
    login.type(`${ada}${enter}`)
    await login.shows('Password: ')
    login.type(`${password}${enter}`)
    const { code, screen } = await login.ended
    expect([code, screen]).toEqual([0, expect.stringContaining('Signed in at')])
    expect(screen).not.toContain(password)

    expect(await asProgram('ada-2', ['whoami'])).toMatchObject({
      code: 3,
      complaint: expect.stringContaining('gatehouse login --aal aal2'),
    })
    const second = gatehouse('ada-2', ['login', '--aal', 'aal2'])
    await second.shows(question)
    // The one after the one that set it up: none counts twice.
    second.type(`${totpCode(secret, Date.now() + 30_000)}${enter}`)
    await second.shows('Signed in at')
    expect((await second.ended).code).toBe(0)
    expect((await asProgram('ada-2', ['whoami'])).output).toContain('aal2')
  })

  test('questions and reasons are in the language of the person @at-terminal-3', async () => {
    const eve = 'eve@example.com'
    await service.account(eve, password)
    const german = gatehouse('eve', ['login'], { LANG: 'de_DE.UTF-8', LC_ALL: '', LANGUAGE: '' })
    await german.shows('E-Mail')
    await german.shows(question)
    german.type(`${eve}${enter}`)
    await german.shows('Passwort: ')
    german.type(`wrong${enter}`)
    await german.shows(/Zugangsdaten|Anmeldedaten|Passwort/)
    await german.shows(question)
    german.type(controlC)
    expect((await german.ended).screen).not.toMatch(/Incorrect|Password/)
  })

  test('errors are JSON with --json, and exit codes say their kind @at-terminal-4', async () => {
    const errorOf = async (args: readonly string[], input = '') => {
      const { code, output, complaint } = await asProgram('guest', [...args, '--json'], input)
      expect(output).toBe('')
      const { error } = JSON.parse(complaint)
      return { ...error, code }
    }
    const wrong = ['login', '--field', 'identifier=guest@example.com', '--password-stdin']
    const [guest, refused, unanswered] = await Promise.all([
      errorOf(['whoami']),
      errorOf(wrong, 'guess'),
      errorOf(['login']),
    ])
    expect(guest).toMatchObject({ kind: 'not_signed_in', code: 3, exit_code: 3 })
    expect(refused).toMatchObject({ kind: 'failed', code: 1, exit_code: 1, messages: [{ id: 4000006 }] })
    expect(unanswered).toMatchObject({ kind: 'answer_needed', code: 4, exit_code: 4, field: 'identifier' })
  })

  test('Ctrl-C and Ctrl-D at a question, hidden or not, end the command with 130 and without a stack @at-terminal-2', async () => {
    const ended = [controlC, controlD].flatMap((key) =>
      [
        { args: ['login'], asks: question },
        { args: ['login', '--field', 'identifier=ada@example.com'], asks: 'Password: ' },
      ].map(async ({ args, asks }) => {
        const asked = gatehouse('eve', args)
        await asked.shows(asks)
        asked.type(key)
        return asked.ended
      }),
    )
    for (const { code, screen } of await Promise.all(ended)) {
      expect([code, screen]).toEqual([130, expect.not.stringMatching(/ {4}at |Error|Warning/)])
    }
  })
})
