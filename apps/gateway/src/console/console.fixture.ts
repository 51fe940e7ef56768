import { existsSync } from 'node:fs'
import { attributeOf, createVisitor, decodeHtml, fieldsOf } from '@gatehouse/testing/browser'
import { openGateway } from '../projects/gateway.fixture.ts'

/** True if the console is built; `npm test` does it. */
export const isBuilt: boolean = existsSync(new URL('../../../console/build/server/index.js', import.meta.url))

/** A page as a browser without script sees it. */
export interface ConsolePage {
  readonly status: number
  readonly headers: Headers
  /** Path and query in the address bar. */
  readonly path: string
  /** The page without the data for scripts. */
  readonly html: string
}

export const password = 'a quite long sentence'

/** Returns the value of a hidden field of a page; empty if it has none. */
export function hiddenValue({ html }: ConsolePage, name: string): string {
  const [, value = ''] = new RegExp(`<input type="hidden" name="${name}" value="([^"]*)"`).exec(html) ?? []
  return decodeHtml(value)
}

/** The fields of a form as a browser sends them: a line of text has no line breaks. */
export function sentBy({ html }: ConsolePage, intent: string): Record<string, string> {
  const [, form = ''] = new RegExp(`<form[^>]* data-intent="${intent}"[^>]*>(.*?)</form>`, 's').exec(html) ?? []
  const areas = [...form.matchAll(/<textarea([^>]*)>([^<]*)/g)].map(
    ([, tag = '', text = '']) => [attributeOf(tag, 'name') ?? '', decodeHtml(text).replace(/^\n/, '')] as const,
  )
  const choices = [...form.matchAll(/<select([^>]*)>(.*?)<\/select>/gs)].map(([, tag = '', options = '']) => {
    const chosen = /<option([^>]* selected[^>]*)>/.exec(options) ?? /<option([^>]*)>/.exec(options)
    return [attributeOf(tag, 'name') ?? '', attributeOf(chosen?.[1] ?? '', 'value') ?? ''] as const
  })
  const lines = fieldsOf(form).map(([name, value]) => [name, value.replaceAll(/[\r\n]/g, '')] as const)
  return Object.fromEntries([...lines, ...areas, ...choices])
}

/** A gateway with the console as built, and browsers in front of it. */
export async function openConsoleHarness(environment: Record<string, string> = {}, { hasPages = false } = {}) {
  const given = { environment: { LOG_LEVEL: 'silent', ...environment }, hasConsole: true, hasPages }
  const gateway = await openGateway(given)
  const origin = gateway.config.consoleUrl.origin
  const own = { origin, 'sec-fetch-site': 'same-origin' }

  /** A new browser. */
  function browser() {
    const visitor = createVisitor((request) => {
      request.headers.set('host', new URL(request.url).host)
      return gateway.consoleEdge(request, '192.0.2.7')
    })
    async function load(path: string, init: RequestInit): Promise<ConsolePage> {
      let answer = await visitor.fetch(`${origin}${path}`, init)
      let at = path
      for (let hop = 0; hop < 10 && answer.status >= 300 && answer.status < 400; hop += 1) {
        const target = new URL(answer.headers.get('location') ?? '', `${origin}${at}`)
        if (target.origin !== origin) break
        at = `${target.pathname}${target.search}`
        answer = await visitor.fetch(target, { headers: { accept: 'text/html' } })
      }
      const html = (await answer.text()).replaceAll(/<script.*?<\/script>/gs, '').replaceAll('&amp;', '&')
      return { status: answer.status, headers: answer.headers, path: at, html }
    }
    const open = (path: string, headers: Record<string, string> = {}) =>
      load(path, { headers: { accept: 'text/html', ...headers } })
    const post = (path: string, fields: Record<string, string>, headers: Record<string, string> = own) =>
      load(path, { method: 'POST', body: new URLSearchParams(fields), headers: { accept: 'text/html', ...headers } })
    return {
      visitor,
      open,
      post,
      /** Signs in at the console, with a password. */
      signIn: async (email: string, from = '/sign-in') => {
        const { html } = await open(from)
        const action = /<form[^>]*action="(\/sign-in\?flow=[^"]*)"/.exec(html)?.[1]
        if (action === undefined) throw new Error(`there is no form to sign in with: ${html}`)
        return post(action, { identifier: email, password, method: 'password' })
      },
    }
  }

  /** Registers a person, and gives them a role at the first workspace. */
  async function member(name: string, role?: string) {
    const email = `${name}@example.com`
    const token = await gateway.register(gateway.origin, email)
    const { id } = (await gateway.whoami(gateway.origin, token)).body.identity
    if (role !== undefined) await gateway.control('PUT', `/workspaces/${workspace.id}/members/${id}`, { role })
    return { id: String(id), email, token }
  }
  const { workspaces } = (await gateway.control('GET', '/workspaces')).body
  const workspace: { id: string; slug: string } = workspaces[0]
  const setUpToken = async () => (await gateway.installation.controlPlane.setUp.issue()) ?? ''
  const { projects } = (await gateway.control('GET', `/workspaces/${workspace.id}/projects`)).body
  /** The operator's first page: a workspace with one project redirects there. */
  const home = `/w/${workspace.slug}/p/${projects[0].slug}`
  return { ...gateway, consoleOrigin: origin, workspace, home, browser, member, setUpToken }
}

export type ConsoleHarness = Awaited<ReturnType<typeof openConsoleHarness>>
