import { join } from 'node:path'

import { expect, test } from 'vitest'

import type { Operation } from '@gatehouse/contract/control-plane'
import { asksForRole, policyOf } from '@gatehouse/contract/operators'
import { createOutbox } from '../event-streams/delivery/delivery.fixture.ts'
import { createTestControlPlane } from '../service.fixture.ts'
import { changeStored } from '../sql/tested-database.fixture.ts'

interface Line {
  readonly operation: string
  readonly actor: { readonly kind: string; readonly name: string }
  readonly target: { readonly kind: string; readonly id: string; readonly name: string }
  readonly reason: string | null
  readonly at: string
  readonly project_id: string | null
}

test.each([
  ['', true],
  [', also in a process without background work', false],
])(
  'every operation that changes something leaves one line, with actor, time, operation and reason%s @audit-1',
  async (_, worksInBackground) => {
    // Jobs write separate lines, which appear once this promise resolves.
    let held: Promise<unknown> = Promise.resolve()
    const parts = {
      eventsOf: () => createOutbox().source,
      admin: async (_method: string, path: string) => {
        if (path.startsWith('/schemas')) return Response.json([])
        await held
        return Response.json({ id: crypto.randomUUID() })
      },
    }
    const tested = await createTestControlPlane(undefined, { ...parts, worksInBackground })
    const { call, callAs, person, projectId, workspaceId, clock, plane, rootKey, folder } = tested
    // Another process does its jobs.
    const worker = worksInBackground ? undefined : await createTestControlPlane(folder, parts)
    const [workspace, project] = [`/workspaces/${workspaceId}`, `/projects/${projectId}`]
    const ada = person('ada@example.org')
    const grace = person('grace@example.org')
    const seen = new Set<string>()
    const lines = async () => (await call('GET', `${workspace}/audit`)).body.entries as Line[]

    async function expectLine(operation: Operation, ask: () => ReturnType<typeof call>) {
      const before = await lines()
      const answer = await ask()
      expect([operation, answer.status >= 200 && answer.status < 300]).toEqual([operation, true])
      const after = await lines()
      expect([operation, after.length - before.length, after[0]?.operation]).toEqual([operation, 1, operation])
      seen.add(operation)
      return answer.body
    }

    const made = await expectLine('createWorkspaceApiKey', () => call('POST', `${workspace}/tokens`, { name: 'k' }))
    await expectLine('deleteWorkspaceApiKey', () => call('DELETE', `${workspace}/tokens/${made.id}`))
    await expectLine('updateWorkspace', () => call('PUT', workspace, { name: 'Renamed' }))
    await expectLine('setWorkspaceMember', () =>
      call('PUT', `${workspace}/members/${ada.identityId}`, { role: 'owner' }),
    )
    const invited = await expectLine('createWorkspaceInvite', () =>
      call('POST', `${workspace}/invites`, { invitee_email: 'grace@example.org', role: 'viewer' }),
    )
    await expectLine('acceptInvite', () => callAs(grace, 'POST', '/invites/accept', { token: invited.token }))
    await expectLine('removeWorkspaceMember', () => call('DELETE', `${workspace}/members/${grace.identityId}`))
    const again = await expectLine('createWorkspaceInvite', () =>
      call('POST', `${workspace}/invites`, { invitee_email: 'lin@example.org', role: 'viewer' }),
    )
    await expectLine('revokeWorkspaceInvite', () => call('DELETE', `${workspace}/invites/${again.created_invite.id}`))

    const shop = await expectLine('createProject', () =>
      call('POST', '/projects', { name: 'Shop', environment: 'dev', workspace_id: workspaceId }),
    )
    const document = (await call('GET', project)).body
    const { name, cors_admin, cors_public, organizations, services } = document
    await expectLine('setProject', () =>
      call('PUT', project, { name, cors_admin, cors_public, organizations, services }),
    )
    const rename = [{ op: 'replace', path: '/name', value: 'Ours' }]
    await expectLine('patchProject', () => call('PATCH', project, rename))
    const { revision_id } = (await call('GET', project)).body
    await expectLine('patchProjectWithRevision', () => call('PATCH', `${project}/revision/${revision_id}`, rename))
    const branding = `${project}/branding/brand`
    const upload = () =>
      plane.fetch(
        new Request(`http://localhost${project}/branding-assets?use=logo&file_name=logo.svg`, {
          method: 'POST',
          headers: { authorization: `Bearer ${rootKey}`, 'content-type': 'application/octet-stream' },
          body: '<svg xmlns="http://www.w3.org/2000/svg"/>',
        }),
      )
    await expectLine('createBrandingAsset', async () => {
      const { status, headers } = await upload()
      return { status, headers, body: undefined }
    })
    await call('PUT', `${branding}/draft`, { document: { name: 'Ours' }, version: null })
    const live = await expectLine('publishBranding', () => call('POST', `${branding}/publish`, { version: 1 }))
    await expectLine('restoreBrandingVersion', () =>
      call('POST', `${branding}/versions/${live.version}/restore`, { present: live.version }),
    )
    await expectLine('sendTestMail', () =>
      call('POST', `${project}/mail-templates/login_code_valid/test`, { to: 'ada@example.org', language: 'en' }),
    )
    const key = await expectLine('createProjectApiKey', () => call('POST', `${project}/tokens`, { name: 'k' }))
    await expectLine('deleteProjectApiKey', () => call('DELETE', `${project}/tokens/${key.id}`))
    await expectLine('setProjectMember', () =>
      call('PUT', `${project}/members/${grace.identityId}`, { role: 'viewer' }),
    )
    await expectLine('removeProjectMember', () => call('DELETE', `${project}/members/${grace.identityId}`))
    const other = await expectLine('createProjectInvite', () =>
      call('POST', `${project}/invites`, { invitee_email: 'lin@example.org' }),
    )
    await expectLine('revokeProjectInvite', () => call('DELETE', `${project}/invites/${other.created_invite.id}`))

    const organization = await expectLine('createOrganization', () =>
      call('POST', `${project}/organizations`, { label: 'A' }),
    )
    const org = `${project}/organizations/${organization.id}`
    await expectLine('updateOrganization', () => call('PUT', org, { label: 'B' }))
    const body = { enable_sso: true, enable_scim: true }
    const link = await expectLine('createOrganizationOnboardingPortalLink', () =>
      call('POST', `${org}/onboarding-portal-links`, body),
    )
    await expectLine('getOrganizationOnboardingPortalLinks', () => call('GET', `${org}/onboarding-portal-links`))
    const at = `${org}/onboarding-portal-links/${link.id}`
    await expectLine('updateOrganizationOnboardingPortalLink', () => call('POST', at, body))
    const guest = { issuer_url: 'https://login.b.example', client_id: 'ours', client_secret: 'hush' }
    await expectLine('setOnboardingConnection', () => call('PUT', '/onboarding/connection', guest, link.value))
    const checks = '/onboarding/connection/check'
    await expectLine('checkOnboardingConnection', () => call('POST', checks, undefined, link.value))
    const connection = `${org}/connections/sso-${organization.id.slice(0, 8)}`
    await expectLine('checkOrganizationConnection', () => call('POST', `${connection}/check`))
    await expectLine('deleteOrganizationOnboardingPortalLink', () => call('DELETE', at))
    await expectLine('deleteOrganization', () => call('DELETE', org))
    const stream = await expectLine('createEventStream', () =>
      call('POST', `${project}/eventstreams`, { type: 'https', https_endpoint: 'https://a:hush@b.example/' }),
    )
    await expectLine('setEventStream', () => call('PUT', `${project}/eventstreams/${stream.id}`, { status: 'paused' }))
    const streamPath = `${project}/eventstreams/${stream.id}`
    await expectLine('resumeEventStream', () => call('POST', `${streamPath}/resume`))
    await expectLine('pauseEventStream', () => call('POST', `${streamPath}/pause`))
    await expectLine('replayEventStream', () =>
      call('POST', `${streamPath}/replay`, { since: new Date(0).toISOString() }),
    )
    await expectLine('redriveEventStream', () => call('POST', `${streamPath}/deliveries/redrive`, {}))
    await expectLine('testEventStream', () => call('POST', `${streamPath}/test`, {}))
    await expectLine('getEventStreamSecret', () => call('GET', `${streamPath}/secret`))
    await expectLine('rotateEventStreamSecret', () => call('POST', `${streamPath}/secret/rotation`, {}))
    await expectLine('deleteEventStream', () => call('DELETE', `${project}/eventstreams/${stream.id}`))
    const people = `${project}/admin/identities`
    const someone = `${people}/${crypto.randomUUID()}`
    const withReason = { 'x-audit-reason': 'Ticket 42' }
    await expectLine('createIdentity', () => call('POST', people, { traits: {} }))
    await expectLine('batchPatchIdentities', () => call('PATCH', people, { identities: [] }))
    await expectLine('announceIdentityExport', () => call('POST', `${project}/exports`, { credentials: false }))
    await expectLine('updateIdentity', () => call('PUT', someone, { traits: {} }))
    await expectLine('patchIdentity', () => call('PATCH', someone, []))
    await expectLine('deleteIdentityCredentials', () => call('DELETE', `${someone}/credentials/totp`))
    await expectLine('deleteIdentitySessions', () => call('DELETE', `${someone}/sessions`))
    await expectLine('deleteIdentity', () => call('DELETE', someone))
    for (const [operation, way] of [
      ['createRecoveryCodeForIdentity', 'code'],
      ['createRecoveryLinkForIdentity', 'link'],
    ] as const) {
      const body = { identity_id: crypto.randomUUID() }
      await expectLine(operation, () => call('POST', `${project}/admin/recovery/${way}`, body, rootKey, withReason))
    }
    await expectLine('createTestLoginFlow', () =>
      call('POST', `${project}/admin/test-login-flows`, { provider_id: 'corp' }),
    )
    await expectLine('sendIdentityVerification', () =>
      call('POST', `${someone}/verification`, { address: 'ada@example.org' }),
    )
    await expectLine('resendCourierMessage', () =>
      call('POST', `${project}/admin/courier/messages/${crypto.randomUUID()}/resend`),
    )
    const ended = { action: 'disable', sessions: [crypto.randomUUID()] }
    await expectLine('manageSessions', () => call('POST', `${project}/admin/sessions`, ended))
    // Reads of sign-in secrets.
    await expectLine('listIdentities', () => call('GET', `${people}?include_credential=password`))
    await expectLine('getIdentity', () => call('GET', `${someone}?include_credential=password`))
    const external = `${people}/by/external/7?include_credential=password`
    await expectLine('getIdentityByExternalID', () => call('GET', external))
    await expectLine('listCourierMessages', () => call('GET', `${project}/admin/courier/messages`))
    await expectLine('getCourierMessage', () => call('GET', `${project}/admin/courier/messages/${crypto.randomUUID()}`))
    const session = `${project}/admin/sessions/${crypto.randomUUID()}`
    await expectLine('extendSession', () => call('PATCH', `${session}/extend`))
    await expectLine('disableSession', () => call('DELETE', session))
    await expectLine('restoreSession', () => call('POST', `${session}/restore`))
    const waiting = await expectLine('createImport', () => call('POST', `${project}/imports`, [{ traits: {} }]))
    const waitingPath = `${project}/imports/${waiting.id}`
    await expectLine('updateImport', () => call('PATCH', waitingPath, { source: 'auth0' }))
    await expectLine('addImportFile', () => call('POST', `${waitingPath}/files`, { _id: 1, passwordHash: 'h' }))
    await expectLine('deleteImport', () => call('DELETE', waitingPath))
    const { id: startedId } = (await call('POST', `${project}/imports`, [{ traits: {} }])).body
    const hasEnded = (id: string) =>
      expect.poll(async () => (await call('GET', `${project}/jobs/${id}`)).body.state).not.toBe('running')
    const { promise, resolve: letGo } = Promise.withResolvers<void>()
    held = promise
    const begun = await expectLine('startImport', () => call('POST', `${project}/imports/${startedId}/start`))
    await expectLine('stopJob', () => call('POST', `${project}/jobs/${begun.id}/stop`))
    const many = { action: 'revoke', identity_ids: [crypto.randomUUID()] }
    const revoking = await expectLine('createJob', () => call('POST', `${project}/jobs`, many))
    letGo()
    await Promise.all([hasEnded(begun.id), hasEnded(revoking.id)])
    await expectLine('purgeProjectConfirmed', () => call('POST', `/projects/${shop.id}/purge`, { slug: shop.slug }))
    const office = (await call('POST', '/projects', { name: 'O', environment: 'dev', workspace_id: workspaceId })).body
    await expectLine('purgeProject', () => call('DELETE', `/projects/${office.id}`))
    const second = await call('POST', '/workspaces', { name: 'Other' })
    const [own] = (await call('GET', `/workspaces/${second.body.id}/audit`)).body.entries
    expect(own.operation).toBe('createWorkspace')
    seen.add('createWorkspace')

    // The list above contains every operation that changes something.
    const kept = plane.operations.filter(
      ({ operation, method }) =>
        !(asksForRole(operation) && policyOf(operation).audit === 'draft') &&
        (method !== 'GET' || (asksForRole(operation) && policyOf(operation).audit !== 'none')),
    )
    const changing = kept.map(({ operation }) => operation)
    expect([...seen].toSorted()).toEqual(changing.toSorted())
    const all = await lines()
    expect(JSON.stringify(all)).not.toContain('hush')
    expect(all.find(({ operation }) => operation === 'acceptInvite')?.actor).toMatchObject({
      kind: 'operator',
      name: 'grace@example.org',
    })
    expect(all.find(({ operation }) => operation === 'sendTestMail')?.target, 'to whom').toEqual({
      kind: 'mail',
      id: 'login_code_valid',
      name: 'ada@example.org',
    })
    expect(all[0]?.at).toBe(new Date(clock()).toISOString())
    await plane.stop()
    await worker?.plane.stop()
  },
)

test('the reason is kept, in every language', async () => {
  const { call, workspaceId, rootKey } = await createTestControlPlane()
  const workspace = `/workspaces/${workspaceId}`
  const withReason = (reason: string) => call('PUT', workspace, { name: 'X' }, rootKey, { 'x-audit-reason': reason })
  await withReason('Ticket 42')
  await withReason(encodeURIComponent('größer: 顧客の依頼'))
  const [second, first] = (await call('GET', `${workspace}/audit`)).body.entries
  expect([first.reason, second.reason]).toEqual(['Ticket 42', 'größer: 顧客の依頼'])
  expect((await withReason(encodeURIComponent('two\nlines'))).status).toBe(400)
  expect((await withReason('x'.repeat(501))).status).toBe(400)
})

test('a refused operation changes nothing and leaves no line', async () => {
  const { call, workspaceId } = await createTestControlPlane()
  const count = async () => (await call('GET', `/workspaces/${workspaceId}/audit`)).body.entries.length
  const before = await count()
  await call('PUT', `/workspaces/${workspaceId}`, { name: '' })
  await call('POST', `/workspaces/${workspaceId}/tokens`, { name: 'x', expires_at: 'yesterday' })
  expect(await count()).toBe(before)
})

test('the log is read page by page, and exported as JSON Lines @audit-2', async () => {
  const { call, workspaceId } = await createTestControlPlane()
  const workspace = `/workspaces/${workspaceId}`
  for (let round = 0; round < 520; round += 1) await call('PUT', workspace, { name: `Name ${round}` })
  const pages: string[][] = []
  for (let token = ''; ;) {
    const { body } = await call('GET', `${workspace}/audit?page_size=200&page_token=${token}`)
    pages.push(body.entries.map(({ id }: { id: string }) => id))
    if (!body.has_next_page) break
    token = body.next_page_token
  }
  expect(pages.map((page) => page.length)).toEqual([200, 200, 121])
  const exported = await call('GET', `${workspace}/audit/export`)
  expect(exported.headers.get('content-type')).toContain('application/jsonl')
  const lines = String(exported.body).trim().split('\n')
  expect(lines.map((line) => String(JSON.parse(line).id)).toReversed()).toEqual(pages.flat())
  expect((await call('GET', `${workspace}/audit?page_token=nonsense`)).status).toBe(400)
})

test('the log cannot be changed or shortened, not even with access to the file, or with the role of the server @audit-3', async () => {
  const { plane, folder } = await createTestControlPlane()
  await plane.stop()
  for (const statement of ["UPDATE audit_log SET actor_name = 'other'", 'DELETE FROM audit_log']) {
    await expect(changeStored(join(folder, 'control-plane.sqlite'), statement)).rejects.toThrow('append-only')
  }
})

test('the log is read by operation, actor and time, and exported as CSV @audit-4', async () => {
  const { call, callAs, person, workspaceId, clock } = await createTestControlPlane()
  const workspace = `/workspaces/${workspaceId}`
  const ada = person('ada@example.org')
  await call('PUT', `${workspace}/members/${ada.identityId}`, { role: 'owner' })
  clock.advance(3 * 24 * 60 * 60_000)
  await callAs(ada, 'PUT', workspace, { name: '=HYPERLINK("https://evil.example")' })
  const operations = async (query: string) =>
    ((await call('GET', `${workspace}/audit?${query}`)).body.entries as Line[]).map(({ operation }) => operation)
  expect(await operations('operation=setWorkspaceMember')).toEqual(['setWorkspaceMember'])
  expect(await operations('actor=ADA@')).toEqual(['updateWorkspace'])
  const today = new Date(clock()).toISOString().slice(0, 10)
  expect(await operations(`from=${today}`)).toEqual(['updateWorkspace'])
  expect(await operations(`from=${today}&to=${today}`)).toEqual(['updateWorkspace'])
  expect(await operations(`to=${new Date(clock()).toISOString()}`)).toEqual(['setWorkspaceMember', 'firstStart'])
  expect((await call('GET', `${workspace}/audit?from=soon`)).status).toBe(400)
  expect((await call('GET', `${workspace}/audit/export?format=xml`)).status).toBe(400)

  const csv = await call('GET', `${workspace}/audit/export?format=csv&actor=ada`)
  expect(csv.headers.get('content-disposition')).toContain('audit.csv')
  const [head, line, end] = String(csv.body).split('\r\n')
  expect(head).toBe(
    'at,actor_kind,actor_id,actor,operation,target_kind,target_id,target,workspace_id,project_id,reason,id',
  )
  // A spreadsheet shows the name, and does not compute it.
  expect(line).toContain(`"'=HYPERLINK(""https://evil.example"")"`)
  expect(end).toBe('')
})
