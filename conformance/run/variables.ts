import { randomInt, randomUUID } from 'node:crypto'
import type { RunningEngine } from '../engines/engine.ts'
import { at, isObject, objects, textAt } from './json.ts'

/** Values that texts of a scenario name in braces. */
export type Variables = Map<string, string>

/** Pages' origin in all profiles. No server listens there; browsers would be sent to it. */
export const pages = 'http://127.0.0.1:4455'

/** Returns the first variables of a scenario. Addresses are new each time, so scenarios can share an engine. */
export function initialVariables(engine: RunningEngine): Variables {
  const person = randomUUID().slice(0, 13)
  return new Map([
    ['public', engine.publicUrl],
    ['admin', engine.adminUrl],
    ['pages', pages],
    ['email', `ada-${person}@example.org`],
    ['phone', `+49151${randomInt(10_000_000, 99_999_999)}`],
    ['otherEmail', `grace-${person}@example.org`],
    ['password', 'correct-Horse-battery-5taple'],
    ['otherPassword', 'quite-An0ther-passphrase-77'],
    ['unknownId', randomUUID()],
    ['otherUnknownId', randomUUID()],
  ])
}

/** Fills `{name}` in every text of a value. Unknown names stay. */
export function fill(value: unknown, variables: Variables): unknown {
  if (typeof value === 'string') return fillText(value, variables)
  if (Array.isArray(value)) return value.map((one) => fill(one, variables))
  if (!isObject(value)) return value
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [fillText(key, variables), fill(one, variables)]))
}

/** Fills one text. */
export function fillText(text: string, variables: Variables): string {
  return text.replace(/\{(%?)(\w+)\}/g, (whole, encoded: string, name: string) => {
    const value = variables.get(name)
    if (value === undefined) return whole
    return encoded === '%' ? encodeURIComponent(value) : value
  })
}

type Source = readonly [name: string, ...path: string[]]

const bodySources: readonly Source[] = [
  ['session', 'session', 'id'],
  ['sessionToken', 'session_token'],
  ['identity', 'session', 'identity', 'id'],
  ['identity', 'identity', 'id'],
  ['logoutUrl', 'logout_url'],
  ['logoutToken', 'logout_token'],
  ['newFlow', 'use_flow_id'],
  ['redirect', 'redirect_browser_to'],
  ['exchangeCode', 'session_token_exchange_code'],
  ['recoveryLink', 'recovery_link'],
  ['tokenized', 'tokenized'],
  ['code', 'recovery_code'],
]

/** Remembers values of an answer: the flow, its token, the session, the redirect. */
export function learn(variables: Variables, location: string | null, body: unknown): void {
  for (const [name, ...path] of bodySources) set(variables, name, textAt(body, ...path))
  // A bare session, as whoami answers it.
  if (at(body, 'authenticator_assurance_level') !== undefined) set(variables, 'session', textAt(body, 'id'))
  const [first] = objects(body)
  if (at(first, 'template_type') !== undefined) set(variables, 'messageId', textAt(first, 'id'))
  // An account as operators see it.
  if (at(body, 'schema_id') !== undefined) set(variables, 'accountId', textAt(body, 'id'))
  if (isObject(at(body, 'ui'))) {
    set(variables, 'flow', textAt(body, 'id'))
    set(variables, 'action', textAt(body, 'ui', 'action'))
    const token = objects(at(body, 'ui', 'nodes')).find((node) => at(node, 'attributes', 'name') === 'csrf_token')
    set(variables, 'csrf', textAt(token, 'attributes', 'value'))
    for (const node of objects(at(body, 'ui', 'nodes'))) learnQuestion(variables, node)
  }
  for (const item of [
    ...objects(at(body, 'continue_with')),
    ...objects(at(body, 'error', 'details', 'continue_with')),
  ]) {
    const name = { show_verification_ui: 'verificationFlow', show_settings_ui: 'settingsFlow' }[String(item['action'])]
    if (name !== undefined) set(variables, name, textAt(item, 'flow', 'id'))
    if (item['action'] === 'set_ory_session_token') set(variables, 'sessionToken', textAt(item, 'ory_session_token'))
  }
  const recoveryLink = textAt(body, 'recovery_link')
  set(variables, 'recoveryLinkPath', recoveryLink?.replace(/^https?:\/\/[^/]+/, ''))
  for (const link of [location, textAt(body, 'redirect_browser_to'), recoveryLink]) {
    if (typeof link === 'string') learnFromUrl(variables, link)
  }
}

const questions = new Set([
  'passkey_challenge',
  'passkey_create_data',
  'webauthn_login_trigger',
  'webauthn_register_trigger',
])

/** Learns the options that a form passes to a device. */
function learnQuestion(variables: Variables, node: unknown): void {
  const name = textAt(node, 'attributes', 'name')
  if (name !== undefined && questions.has(name)) set(variables, name, textAt(node, 'attributes', 'value'))
}

function learnFromUrl(variables: Variables, link: string): void {
  const url = new URL(link, pages)
  // The address of the apps in the scenarios.
  if (url.pathname === '/app') set(variables, 'returnCode', url.searchParams.get('code') ?? undefined)
  if (url.pathname.endsWith('/error')) set(variables, 'errorId', url.searchParams.get('id') ?? undefined)
  else if (url.pathname.endsWith('/flows')) set(variables, 'flow', url.searchParams.get('id') ?? undefined)
  else if (!url.pathname.endsWith('/browser')) set(variables, 'flow', url.searchParams.get('flow') ?? undefined)
}

function set(variables: Variables, name: string, value: string | undefined): void {
  if (value !== undefined && value !== '') variables.set(name, value)
}
