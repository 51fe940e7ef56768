import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { GatewayProcess } from '@gatehouse/testing/gateway-process'
import type { Page } from '@playwright/test'
import { expect, test as base } from '../fixtures.ts'
import { newPerson, type Person } from '../service/people.ts'
import { askProject } from './project-address.ts'

/** Calls the control plane as a program does, with the installation's first key. */
export type Control = <T>(
  method: string,
  path: string,
  body?: unknown,
  headers?: Readonly<Record<string, string>>,
) => Promise<T>

/** Somebody who works in the console. */
export interface OperatorAccount extends Person {
  readonly identityId: string
}

interface ConsoleFixtures {
  readonly control: Control
  /** An owner of the first workspace. */
  readonly operator: OperatorAccount
  /** A page of the console, with that owner signed in. */
  readonly desk: Page
  /** The address of the workspace's pages: `http://…/w/{workspace}`. */
  readonly workspace: string
}

/** `test` with an operator at the console's desk. */
export const test = base.extend<ConsoleFixtures>({
  baseURL: ({ gateway }, use) => use(gateway.consoleOrigin),
  control: async ({ gateway }, use) => use(await controlOf(gateway)),
  operator: async ({ gateway, control }, use) => use(await newOperator(gateway, control)),
  workspace: async ({ gateway, control }, use) => {
    const { slug } = await firstWorkspace(control)
    await use(`${gateway.consoleOrigin}/w/${slug}`)
  },
  desk: async ({ gateway, operator, context, page }, use) => {
    const token = await signIn(gateway, operator)
    await context.addCookies([{ name: 'gatehouse_operator', value: token, url: gateway.consoleOrigin, httpOnly: true }])
    await use(page)
  },
})

/** Makes a project with a key, and answers it with its origin. */
export async function makeProject(control: Control, gateway: GatewayProcess, name: string) {
  const made = await control<{ id: string; slug: string }>('POST', '/projects', { name, environment: 'dev' })
  return { ...made, origin: gateway.origin.replace('://', `://${made.slug}.`) }
}

/** The control plane of a gateway, called with its first key. */
export async function controlOf({ consoleOrigin, dataFolder }: GatewayProcess): Promise<Control> {
  const key = (await readFile(join(dataFolder, 'workspace-api-key'), 'utf8')).trim()
  return async <T>(method: string, path: string, body?: unknown, more: Readonly<Record<string, string>> = {}) => {
    const answer = await fetch(`${consoleOrigin}${path}`, {
      method,
      headers: {
        authorization: `Bearer ${key}`,
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...more,
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    const text = await answer.text()
    if (!answer.ok) throw new Error(`${method} ${path} was answered ${answer.status}: ${text}`)
    return (text === '' ? {} : JSON.parse(text)) as T
  }
}

async function firstWorkspace(control: Control) {
  const { workspaces } = await control<{ workspaces: { id: string; slug: string }[] }>('GET', '/workspaces')
  const [workspace] = workspaces
  if (workspace === undefined) throw new Error('there is no workspace')
  return workspace
}

async function newOperator(gateway: GatewayProcess, control: Control): Promise<OperatorAccount> {
  const person = newPerson('operator')
  const identityId = await register(gateway.origin, person)
  const { id } = await firstWorkspace(control)
  await control('PUT', `/workspaces/${id}/members/${identityId}`, { role: 'owner' })
  return { ...person, identityId }
}

/** Registers somebody at a project's public API; their identity's id. */
export async function register(origin: string, { email, password }: Person): Promise<string> {
  const flow = await ask<{ id: string }>(`${origin}/self-service/registration/api`)
  const body = { method: 'password', password, traits: { email } }
  const made = await ask<{ identity: { id: string } }>(`${origin}/self-service/registration?flow=${flow.id}`, body)
  return made.identity.id
}

async function signIn({ origin }: GatewayProcess, { email, password }: Person): Promise<string> {
  const flow = await ask<{ id: string }>(`${origin}/self-service/login/api`)
  const body = { method: 'password', identifier: email, password }
  return (await ask<{ session_token: string }>(`${origin}/self-service/login?flow=${flow.id}`, body)).session_token
}

async function ask<T>(url: string, body?: unknown): Promise<T> {
  const { status, text } = await askProject(url, body)
  if (status !== 200) throw new Error(`${url} was answered ${status}: ${text}`)
  return JSON.parse(text) as T
}

export { expect }
