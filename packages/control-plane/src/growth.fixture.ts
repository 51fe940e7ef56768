import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

import { createTestControlPlane, type TestControlPlane } from './service.fixture.ts'

type Row = TestControlPlane['plane']['operations'][number]

/** The body of requests to delete, which do not read it. */
const unread = { a: 'b' }

/** A body for each operation that may be sent one, by its name: a new operation without one is found. */
const samplesIn = (workspaceId: string, guestId: string): Readonly<Record<string, unknown>> => ({
  createWorkspace: { name: 'Acme and sons' },
  updateWorkspace: { name: 'Acme and sons' },
  createProject: { name: 'Shop of Acme', environment: 'dev', workspace_id: workspaceId },
  setProject: {
    name: 'Shop of Acme',
    cors_public: { enabled: true, origins: ['https://example.org'] },
    cors_admin: { enabled: false, origins: [] },
    organizations: [{ id: guestId, label: 'Acme and sons' }],
    services: { identity: { config: { session: { lifespan: '24h' }, list: ['a b'] } } },
  },
  patchProject: [
    { op: 'add', path: '/services/identity/config/list', value: ['a b'] },
    { op: 'copy', from: '/services/identity/config/list', path: '/services/identity/config/list/0' },
  ],
  patchProjectWithRevision: [{ op: 'replace', path: '/name', value: 'Shop of Acme' }],
  purgeProject: unread,
  purgeProjectConfirmed: { slug: 'no such slug' },
  setBrandingDraft: { document: { name: 'Acme and sons', texts: { en: { login: { title: 'a b' } } } }, version: null },
  discardBrandingDraft: unread,
  publishBranding: { version: 1 },
  restoreBrandingVersion: { present: 'a b' },
  createBrandingAsset: '<svg xmlns="http://www.w3.org/2000/svg"/>',
  sendTestMail: { to: 'eve@example.org', language: 'en' },
  createWorkspaceApiKey: { name: 'A key', expires_at: '2027-01-01T00:00:00Z', role: 'viewer' },
  deleteWorkspaceApiKey: unread,
  createProjectApiKey: { name: 'A key', expires_at: '2027-01-01T00:00:00Z' },
  deleteProjectApiKey: unread,
  setWorkspaceMember: { role: 'viewer' },
  removeWorkspaceMember: unread,
  setProjectMember: { role: 'viewer' },
  removeProjectMember: unread,
  createWorkspaceInvite: { invitee_email: 'eve@example.org', role: 'viewer' },
  revokeWorkspaceInvite: unread,
  createProjectInvite: { invitee_email: 'eve@example.org', role: 'viewer' },
  revokeProjectInvite: unread,
  acceptInvite: { token: 'a b' },
  createOrganization: { label: 'Acme and sons', domains: ['acme.new.example'], session_lifespan: '30m' },
  updateOrganization: { label: 'Acme and sons', domains: ['acme.new.example'], session_lifespan: '30m' },
  deleteOrganization: unread,
  createOrganizationOnboardingPortalLink: { enable_sso: true, enable_scim: true },
  updateOrganizationOnboardingPortalLink: { enable_sso: true },
  deleteOrganizationOnboardingPortalLink: unread,
  checkOrganizationConnection: unread,
  setOnboardingConnection: {
    label: 'Acme and sons',
    issuer_url: 'https://idp.example',
    client_id: 'client',
    client_secret: 'secret',
  },
  checkOnboardingConnection: unread,
  createEventStream: { type: 'https', https_endpoint: 'https://events.example.org/' },
  setEventStream: { type: 'https', https_endpoint: 'https://events.example.org/' },
  deleteEventStream: unread,
  pauseEventStream: {},
  resumeEventStream: {},
  replayEventStream: { since: '2026-01-01T00:00:00Z' },
  testEventStream: { type: 'identity.created' },
  redriveEventStream: { delivery_id: 1 },
  rotateEventStreamSecret: { overlap_hours: 24 },
  createIdentity: { schema_id: 'default', traits: { email: 'ada@example.org' } },
  batchPatchIdentities: { identities: [{ create: { schema_id: 'default', traits: { email: 'ada@example.org' } } }] },
  updateIdentity: { schema_id: 'default', traits: { email: 'ada@example.org' }, state: 'active' },
  patchIdentity: [{ op: 'replace', path: '/traits/name', value: 'a b' }],
  deleteIdentity: unread,
  deleteIdentityCredentials: unread,
  deleteIdentitySessions: unread,
  manageSessions: { action: 'delete', identities: ['*'] },
  disableSession: unread,
  restoreSession: unread,
  extendSession: unread,
  createRecoveryCodeForIdentity: { identity_id: crypto.randomUUID() },
  createRecoveryLinkForIdentity: { identity_id: crypto.randomUUID() },
  createTestLoginFlow: { provider_id: 'corp' },
  sendIdentityVerification: { address: 'ada@example.org' },
  resendCourierMessage: unread,
  announceIdentityExport: { credentials: true, filter: 'a b' },
  createImport: { schema_id: 'default', traits: { email: 'ada@example.org' } },
  addImportFile: { _id: { $oid: 'a b' }, passwordHash: 'a b' },
  updateImport: { targets: ['a b'] },
  deleteImport: unread,
  startImport: unread,
  createJob: { action: 'revoke', identity_ids: [crypto.randomUUID()] },
  stopJob: unread,
})

/** Creates a control plane with one resource for each path parameter. Deletions are sent with unknown ids. */
export async function createGrowthPlane() {
  const folder = mkdtempSync(join(tmpdir(), 'gatehouse-growth-'))
  const test = await createTestControlPlane(folder, {
    admin: async (_, path) =>
      /^\/schemas(?:$|\?)/.test(path) ? Response.json([]) : Response.json({}, { status: 404 }),
  })
  const { call, workspaceId, projectId } = test
  const endpoint = { type: 'https', https_endpoint: 'https://events.example.org/' }
  const stream = (await call('POST', `/projects/${projectId}/eventstreams`, endpoint)).body
  const unknown = '2f1d7c9e-3c31-4f57-8d25-7f0b4e1f0a11'
  let count = 0
  /** Creates a new organization with a link: other operations remove organizations that their body does not name. */
  async function createOrganization() {
    const organization = (await call('POST', `/projects/${projectId}/organizations`, { label: 'Acme' })).body
    const links = `/projects/${projectId}/organizations/${organization.id}/onboarding-portal-links`
    const portal = (await call('POST', links, { enable_sso: true, enable_scim: true })).body
    return {
      organization_id: String(organization.id),
      onboarding_portal_link_id: String(portal.id),
      link: String(portal.value),
    }
  }
  const guest = await createOrganization()
  const reader = new DatabaseSync(join(folder, 'control-plane.sqlite'), { readOnly: true })
  const pragma = (name: string) => Number(reader.prepare(`PRAGMA ${name}`).get()?.[name])
  return {
    plane: test.plane,
    samples: samplesIn(workspaceId, guest.organization_id),
    /** A body with names that nothing has yet, of the same length. */
    renewed: (body: string) => body.replaceAll('new.example', `n${String((count += 1)).padStart(6, '0')}.org`),
    /**
     * Returns the path of an operation with ids of existing resources; members, keys and invitations are unknown ones.
     */
    filled: async ({ path, method }: Row) => {
      const known: Readonly<Record<string, string>> = {
        workspace: workspaceId,
        project: projectId,
        project_id: projectId,
        part: 'brand',
        template: 'login_code_valid',
        ...(method !== 'DELETE' && { event_stream_id: stream.id }),
        ...(path.includes('{organization_id}') && (await createOrganization())),
        ...(path.includes('{revision_id}') && {
          revision_id: (await call('GET', `/projects/${projectId}`)).body.revision_id,
        }),
      }
      return path.replaceAll(/\{(\w+)\}/g, (_, name: string) => known[name] ?? unknown)
    },
    headersOf: ({ path }: Row): Record<string, string> => ({
      authorization: `Bearer ${path.startsWith('/onboarding') ? guest.link : test.rootKey}`,
      'x-audit-reason': 'growth',
    }),
    /** Returns the size of the used pages of the database, in bytes. */
    stored: async () => (pragma('page_count') - pragma('freelist_count')) * pragma('page_size'),
  }
}
