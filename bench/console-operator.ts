import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { GatewayProcess } from '@gatehouse/testing/processes'

/** An owner of the first workspace, who works in the console without a browser. */
export interface ConsoleOperator {
  /** Path of the first project's pages. */
  readonly root: string
  /** Opens a page, or sends a form to it; redirects are answered, not followed. */
  readonly ask: (path: string, form?: URLSearchParams | FormData) => Promise<Response>
}

/** Makes an owner and signs them in. */
export async function makeConsoleOperator({
  origin,
  consoleOrigin,
  dataFolder,
}: GatewayProcess): Promise<ConsoleOperator> {
  const key = (await readFile(join(dataFolder, 'workspace-api-key'), 'utf8')).trim()
  const control = (method: string, path: string, body?: object) =>
    json(`${consoleOrigin}${path}`, method, { authorization: `Bearer ${key}` }, body)
  const { workspaces } = await control('GET', '/workspaces')
  const [project] = await control('GET', '/projects')
  const flow = await json(`${origin}/self-service/registration/api`, 'GET', {})
  const person = { method: 'password', password: 'Birch-and-brass-1142', traits: { email: 'operator@example.org' } }
  const made = await json(`${origin}/self-service/registration?flow=${flow.id}`, 'POST', {}, person)
  await control('PUT', `/workspaces/${workspaces[0].id}/members/${made.identity.id}`, { role: 'owner' })
  const headers = {
    cookie: `gatehouse_operator=${made.session_token}`,
    origin: consoleOrigin,
    'sec-fetch-site': 'same-origin',
    accept: 'text/html',
  }
  return {
    root: `/w/${workspaces[0].slug}/p/${project.slug}`,
    ask: (path, body) => {
      const sent = body === undefined ? {} : { method: 'POST', body }
      return fetch(`${consoleOrigin}${path}`, { headers, redirect: 'manual', ...sent })
    },
  }
}

async function json(url: string, method: string, own: Readonly<Record<string, string>>, body?: object) {
  const headers = { ...own, accept: 'application/json', 'content-type': 'application/json' }
  const sent = body === undefined ? {} : { body: JSON.stringify(body) }
  const answer = await fetch(url, { method, headers, ...sent })
  if (!answer.ok) throw new Error(`${url} was answered ${answer.status}: ${await answer.text()}`)
  return JSON.parse(await answer.text())
}
