import { afterEach, describe, expect, test } from 'vitest'
import { type ConsoleHarness, isBuilt, openConsoleHarness } from './console.fixture.ts'

let harness: ConsoleHarness
afterEach(() => harness.gateway.stop())

async function signedIn() {
  harness = await openConsoleHarness()
  const [ada, grace, lin] = [
    await harness.member('ada', 'owner'),
    await harness.member('grace', 'owner'),
    await harness.member('lin'),
  ]
  const { id } = (await harness.whoami(harness.origin, lin.token)).body
  const alive = async () => (await harness.whoami(harness.origin, lin.token)).status
  const browserOf = async ({ email }: { readonly email: string }) => {
    const browser = harness.browser()
    await browser.signIn(email)
    return browser
  }
  return { ada, grace, lin, session: String(id), alive, browserOf }
}

describe.skipIf(!isBuilt)('a session that an operator ended', () => {
  test('ends at once, is restored by the form of the notice, and both are in the audit log @restore-session-13', async () => {
    const { ada, lin, session, alive, browserOf } = await signedIn()
    const browser = await browserOf(ada)
    for (const path of [`${harness.home}/sessions`, `${harness.home}/people/${lin.id}/sessions`]) {
      const ended = await browser.post(path, { intent: `revoke.${session}` })
      expect([ended.status, await alive()]).toEqual([200, 401])
      expect(ended.html).toContain('was ended')
      // The form of the notice, as a browser without script sends it.
      const [form = ''] = new RegExp(`<form[^>]*data-intent="restore.${session}"[^>]*>`).exec(ended.html) ?? []
      const action = /action="([^"]*)"/.exec(form)?.[1] ?? ''
      expect([form, action]).toEqual([expect.stringContaining('method="post"'), `${path}?ended=${session}`])
      const undone = await browser.post(action, { intent: `restore.${session}` })
      expect([undone.path, await alive()]).toEqual([path, 200])
      expect(undone.html).toContain('was restored')
      expect(undone.html).not.toContain('data-intent="restore.')
    }
    const { entries } = (await harness.control('GET', `/workspaces/${harness.workspace.id}/audit`)).body
    const acts = entries.map(({ operation, actor, target }: Record<string, Record<string, string>>) => [
      operation,
      actor?.['id'],
      target?.['id'],
    ])
    expect(acts.slice(0, 2)).toEqual([
      ['restoreSession', ada.id, session],
      ['disableSession', ada.id, session],
    ])
  })

  test('cannot be restored by another operator or a key, and the console says so @restore-session-14', async () => {
    const { ada, grace, session, alive, browserOf } = await signedIn()
    await (await browserOf(ada)).post(`${harness.home}/sessions`, { intent: `revoke.${session}` })
    const other = await (await browserOf(grace)).post(`${harness.home}/sessions`, { intent: `restore.${session}` })
    expect(other.html).toContain('The session stays ended')
    const { projects } = (await harness.control('GET', `/workspaces/${harness.workspace.id}/projects`)).body
    const byKey = await harness.control('POST', `/projects/${projects[0].id}/admin/sessions/${session}/restore`)
    expect([byKey.status, byKey.body.error.reason]).toEqual([403, expect.stringContaining('Only who ended it')])
    expect(await alive()).toBe(401)
    const { entries } = (await harness.control('GET', `/workspaces/${harness.workspace.id}/audit`)).body
    expect(entries.map(({ operation }: { operation: string }) => operation)).not.toContain('restoreSession')
  })
})
