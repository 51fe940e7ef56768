import { signInAtProvider } from '@gatehouse/testing/providers'
import { runStep, visitorOf, type Run } from '../run/run-scenario.ts'
import { showCodes } from '../run/second-factors.ts'
import type { Sources } from './fill-request.ts'
import { origins } from './stage.ts'

/** The node that a device answers, by the field of its answer. */
const questions: Readonly<Record<string, string>> = {
  webauthn_register: 'webauthn_register_trigger',
  webauthn_login: 'webauthn_login_trigger',
  passkey_register: 'passkey_create_data',
  passkey_settings_register: 'passkey_create_data',
  passkey_login: 'passkey_challenge',
}

/** Authenticator apps show one code after the other; each counts once. */
const codesOfApp = ['totp', 'totpNext']

/**
 * Finds the values of placeholders that no recorded answer has shown: from mails, an app or a device, or the steps
 * before. `bind` names the variable if the position does not decide it.
 */
export function createFinder(
  run: Run,
  bind: Readonly<Record<string, string>>,
  settle: () => Promise<void>,
): Sources['find'] {
  const { variables } = run
  return async (name, where) => {
    const kind = name.replace(/\d+$/, '')
    const bound = bind[name]
    if (bound !== undefined) return need(bound)
    if (kind === 'id') return need(variableOfId(where))
    if (kind === 'code' || kind === 'linkToken') return fromMail(kind)
    if (kind === 'totp') return fromApp(name)
    if (kind === 'createdKey' || kind === 'signature') return fromDevice(kind, where)
    if (kind === 'callback') return signInAtProvider(need('redirect'))
    if (kind === 'backupCode') return need('backup1')
    if (kind === 'sessionCookie') return visitorOf(run, 'visitor').cookie(origins.public, 'ory_kratos_session') ?? ''
    return need(kind)
  }

  function need(variable: string): string {
    const value = variables.get(variable)
    if (value === undefined) throw new Error(`nothing before has shown ${variable}`)
    return value
  }

  async function fromMail(kind: 'code' | 'linkToken'): Promise<string> {
    await settle()
    const to = need('email')
    // Several codes may have been sent; people use the newest. Notices carry neither code nor link.
    const mails = run.engine.mailbox.all(to)
    const newest = mails.findLastIndex(({ text }) => /\b\d{6}\b|https?:/.test(text))
    const before = mails[newest - 1]
    if (before !== undefined) run.lastMail.set(to, before)
    const faults = await runStep(run, { title: 'the mail comes', mailTo: to })
    if (faults.length > 0) throw new Error(faults.join('; '))
    if (kind === 'code') return need('code')
    return new URL(need('link')).searchParams.get('token') ?? ''
  }

  function fromApp(name: string): string {
    showCodes(variables, Date.now())
    return need(codesOfApp[Number(/\d+$/.exec(name)?.[0] ?? 1) - 1] ?? 'totp')
  }

  async function fromDevice(kind: string, field: string): Promise<string> {
    const device = kind === 'createdKey' ? 'create' : 'get'
    const node = questions[field] ?? field
    const faults = await runStep(run, { title: 'the device answers', device, node })
    if (faults.length > 0) throw new Error(faults.join('; '))
    return need('answer')
  }
}

function variableOfId(where: string): string {
  if (/[?&](?:flow|id)=$/.test(where)) return 'flow'
  if (where.endsWith('/sessions/')) return 'session'
  if (where.endsWith('/messages/')) return 'messageId'
  return 'account'
}
