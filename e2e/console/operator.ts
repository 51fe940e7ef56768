import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { startGateway, type GatewayProcess } from '@gatehouse/testing/gateway-process'
import type { Page } from '@playwright/test'
import { test as base } from '../fixtures.ts'
import { newPerson, type Person } from '../service/people.ts'

/** What a test of the console has at hand. */
export interface Installation {
  readonly gateway: GatewayProcess
  readonly projectId: string
  /** The first project's pages in the console. */
  readonly root: string
  readonly operator: Person
  /** Calls the control plane with the installation's first key; paths begin at the project. */
  call(method: string, path: string, body?: unknown): Promise<{ readonly status: number; readonly body: unknown }>
  /** Signs an account in by the native flow; answers the session token. */
  session(person: Person): Promise<string>
  /** The status of asking who a session token belongs to. */
  whoami(token: string): Promise<number>
  /** Makes an account with a role at the first workspace. */
  member(person: Person, role: 'owner' | 'developer' | 'viewer'): Promise<void>
  /** Makes an account with a password; answers its id. */
  account(person: Person, more?: Readonly<Record<string, unknown>>): Promise<string>
}

/** `test` with an installation that has an owner, and a page where they are signed in to the console. */
export const test = base.extend<{ readonly signedIn: Page }, { readonly installation: Installation }>({
  installation: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the fixtures a function wants from its first parameter
    async ({}, use) => {
      const installation = await install()
      await use(installation)
      await installation.gateway.stop()
    },
    { scope: 'worker', timeout: 90_000 },
  ],
  gateway: ({ installation }, use) => use(installation.gateway),
  signedIn: async ({ page, installation }, use) => {
    await signIn(page, installation, installation.operator)
    await use(page)
  },
})

export { expect } from '../fixtures.ts'

/** Signs somebody in to the console. */
export async function signIn(page: Page, { gateway }: Installation, person: Person): Promise<void> {
  await page.goto(`${gateway.consoleOrigin}/sign-in`)
  await page.locator('input[name="identifier"]').fill(person.email)
  await page.locator('input[name="password"]').fill(person.password)
  await page.locator('button[name="method"][value="password"]').click()
  await page.waitForURL((url) => !url.pathname.startsWith('/sign-in'))
}

/** Starts a gateway whose first workspace has an owner. */
export async function install(): Promise<Installation> {
  const gateway = await startGateway()
  const key = (await readFile(join(gateway.dataFolder, 'workspace-api-key'), 'utf8')).trim()
  const ask = async (method: string, path: string, body?: unknown) => {
    const answer = await fetch(`${gateway.consoleOrigin}${path}`, {
      method,
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json', accept: 'application/json' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    const text = await answer.text()
    return { status: answer.status, body: parse(text) }
  }
  const [project] = list((await ask('GET', '/projects')).body)
  const [workspace] = list(field((await ask('GET', '/workspaces')).body, 'workspaces'))
  const projectId = text(project, 'id')
  const call = (method: string, path: string, body?: unknown) => ask(method, `/projects/${projectId}${path}`, body)
  const account = async (person: Person, more: Readonly<Record<string, unknown>> = {}) => {
    const credentials = { password: { config: { password: person.password } } }
    const made = await call('POST', '/admin/identities', {
      schema_id: 'person',
      traits: { email: person.email },
      credentials,
      ...more,
    })
    if (made.status !== 201) throw new Error(`no account for ${person.email}: ${JSON.stringify(made.body)}`)
    return text(made.body, 'id')
  }
  const session = async ({ email, password }: Person) => {
    const begun: unknown = await (await fetch(`${gateway.origin}/self-service/login/api`)).json()
    const answer = await fetch(`${gateway.origin}/self-service/login?flow=${text(begun, 'id')}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ method: 'password', identifier: email, password }),
    })
    return text(await answer.json(), 'session_token')
  }
  const whoami = async (token: string) =>
    (await fetch(`${gateway.origin}/sessions/whoami`, { headers: { 'x-session-token': token } })).status
  const operator = newPerson('operator')
  const member: Installation['member'] = async (person, role) => {
    const made = await ask('PUT', `/workspaces/${text(workspace, 'id')}/members/${await account(person)}`, { role })
    if (made.status >= 300) throw new Error(`no ${role}: ${JSON.stringify(made.body)}`)
  }
  await member(operator, 'owner')
  const root = `${gateway.consoleOrigin}/w/${text(workspace, 'slug')}/p/${text(project, 'slug')}`
  return { gateway, projectId, root, operator, call, session, whoami, member, account }
}

function parse(text: string): unknown {
  return text === '' ? undefined : JSON.parse(text)
}

function field(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null && name in value
    ? Object.entries(value).find(([key]) => key === name)?.[1]
    : undefined
}

/** A text field of an answer; empty where there is none. */
export function text(value: unknown, name: string): string {
  const found = field(value, name)
  return typeof found === 'string' ? found : ''
}

function list(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}
