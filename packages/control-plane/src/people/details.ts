import type { identityDetails } from '@gatehouse/contract/control-plane'
import type { EventReader } from '@gatehouse/contract/events'
import { isAllowed, type Role } from '@gatehouse/contract/operators'
import { z } from 'zod'

import type { OrganizationStore } from '../model/organization-store.ts'
import type { ProjectAdmin } from '../model/project-host.ts'
import { accessOf } from './access.ts'
import { engineOf } from './engine.ts'

/** The person of the details, and the caller. */
export interface DetailsAsked {
  readonly admin: ProjectAdmin
  readonly organizations: Pick<OrganizationStore, 'find'>
  readonly events: EventReader | undefined
  readonly projectId: string
  readonly role: Role
  readonly id: string
}

const most = { sessions: 50, events: 20 } as const

const listedSchemas = z.array(z.looseObject({ id: z.string(), schema: z.record(z.string(), z.unknown()) }))
const listedSessions = z.array(z.looseObject({ id: z.string() }))
const account = z.looseObject({ id: z.string(), schema_id: z.string(), organization_id: z.string().nullish() })

/** Returns all details of an account at once. Passes on a refusal of the project's identity service. */
export async function detailsOf(asked: DetailsAsked): Promise<z.input<typeof identityDetails> | Response> {
  const { admin, id, organizations, projectId, role } = asked
  const address = `/admin/identities/${encodeURIComponent(id)}`
  const plain = await admin.ask('GET', address)
  if (!plain.ok) return plain
  const identity = account.parse(await plain.json())
  const [access, schemas, sessions, engine] = await Promise.all([
    accessOf(admin, id),
    admin.readPublic('/schemas'),
    admin.ask('GET', `${address}/sessions?page_size=${most.sessions}`),
    engineOf(admin),
  ])
  if (access instanceof Response) return access
  if (!schemas.ok) return schemas
  if (!sessions.ok) return sessions
  const newest = listedSessions.parse(await sessions.json())
  const active = newest.length < most.sessions ? [] : await activeSessions(admin, address)
  if (active instanceof Response) return active
  const known = listedSchemas.parse(await schemas.json())
  const hasEvents = engine.kind === 'embedded' && isAllowed(role, 'listIdentityEvents')
  const found = hasEvents ? await asked.events?.eventsOfIdentity(id, { size: most.events }) : undefined
  return {
    identity,
    schema: known.find((one) => one.id === identity.schema_id) ?? null,
    access: { credentials: [...access.credentials], recovery: [...access.recovery] },
    engine,
    organization_label: (await organizations.find(projectId, identity.organization_id ?? ''))?.label ?? '',
    sessions: [...newest, ...active.filter((one) => !newest.some(({ id: listed }) => listed === one.id))],
    events: hasEvents ? (found?.events ?? []).map((event) => structuredClone(event)) : null,
  }
}

/** Reads the active sessions apart: they may be older than the newest ended ones. */
async function activeSessions(admin: ProjectAdmin, address: string) {
  const answer = await admin.ask('GET', `${address}/sessions?active=true&page_size=${most.sessions}`)
  return answer.ok ? listedSessions.parse(await answer.json()) : answer
}
