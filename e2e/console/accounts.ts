import type { GatewayProcess } from '@gatehouse/testing/processes'
import type { BrowserContext } from '@playwright/test'
import { newPerson, type Person } from '../service/people.ts'
import { type Control, firstWorkspace } from './control.ts'
import { askProject, type ProjectAnswer } from './project-address.ts'

/** An operator of the console. */
export interface OperatorAccount extends Person {
  readonly identityId: string
}

/** Registers a person at a project's public API; their identity's id. */
export async function register(origin: string, { email, password }: Person): Promise<string> {
  const body = { method: 'password', password, traits: { email } }
  const made = await submit(`${origin}/self-service/registration`, body)
  const { identity }: { readonly identity: { readonly id: string } } = JSON.parse(accepted(made))
  return identity.id
}

/** Signs a person in at a project's public API; the session token. */
export async function session(origin: string, person: Person): Promise<string> {
  const answer: { readonly session_token: string } = JSON.parse(accepted(await trySignIn(origin, person)))
  return answer.session_token
}

/** Tries to sign a person in at a project's public API. */
export function trySignIn(origin: string, { email, password }: Person): Promise<ProjectAnswer> {
  return submit(`${origin}/self-service/login`, { method: 'password', identifier: email, password })
}

/** Returns the status of a project's answer about a session token. */
export async function whoami(origin: string, token: string): Promise<number> {
  return (await fetch(`${origin}/sessions/whoami`, { headers: { 'x-session-token': token } })).status
}

/** Makes an account that owns the first workspace. */
export async function newOperator(gateway: GatewayProcess, control: Control): Promise<OperatorAccount> {
  const person = newPerson('operator')
  const identityId = await register(gateway.origin, person)
  await makeMember(control, identityId, 'owner')
  return { ...person, identityId }
}

/** Gives an account of the first project a role at the first workspace. */
export async function makeMember(
  control: Control,
  identityId: string,
  role: 'owner' | 'developer' | 'viewer',
): Promise<void> {
  const { id } = await firstWorkspace(control)
  await control('PUT', `/workspaces/${id}/members/${identityId}`, { role })
}

/** Signs an operator in to the console, in a browser that has not been there yet. */
export async function enterConsole(
  context: BrowserContext,
  { origin, consoleOrigin: url }: GatewayProcess,
  operator: Person,
): Promise<void> {
  const value = await session(origin, operator)
  await context.addCookies([{ name: 'gatehouse_operator', value, url, httpOnly: true }])
}

/** Begins a native flow and submits it. */
async function submit(path: string, body: unknown): Promise<ProjectAnswer> {
  const flow: { readonly id: string } = JSON.parse(accepted(await askProject(`${path}/api`)))
  return askProject(`${path}?flow=${flow.id}`, body)
}

function accepted({ status, text }: ProjectAnswer): string {
  if (status !== 200) throw new Error(`the project answered ${status}: ${text}`)
  return text
}
