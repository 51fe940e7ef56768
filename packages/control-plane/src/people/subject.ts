import { z } from 'zod'

import type { Target } from '../access/call.ts'
import type { ProjectAdmin } from '../model/project-host.ts'

const identity = z.looseObject({
  id: z.string(),
  traits: z.looseObject({ email: z.string().optional() }).optional(),
  verifiable_addresses: z.array(z.looseObject({ value: z.string() })).optional(),
})
const aboutIdentity = z.looseObject({ identity_id: z.string() })
const batch = z.looseObject({ identities: z.array(z.unknown()) })
const ended = z.looseObject({ identities: z.array(z.string()).default([]), sessions: z.array(z.string()).default([]) })

/** Returns the subject of a change, as far as its request names it; undefined for a person who does not exist yet. */
export async function subjectOf(
  admin: ProjectAdmin,
  template: string,
  { id }: Readonly<Record<string, string>>,
  body: string,
): Promise<Target | undefined> {
  if (template.startsWith('/admin/sessions/')) return { kind: 'session', id: id ?? '', name: '' }
  if (template === '/admin/sessions') return { kind: 'session', id: '', name: sessionsOf(body) }
  const recovered = aboutIdentity.safeParse(parseJson(body))
  if (template.startsWith('/admin/recovery/')) return named(admin, recovered.data?.identity_id ?? '')
  if (id !== undefined && template.startsWith('/admin/courier/')) return messageOf(admin, id)
  if (id !== undefined) return named(admin, id)
  const several = batch.safeParse(parseJson(body))
  return several.success ? { kind: 'identity', id: '', name: `${several.data.identities.length} at once` } : undefined
}

/** Returns the person that a change created. */
export async function newSubject(answer: Response): Promise<Target> {
  return targetOf(await answer.text(), '')
}

/** Returns the subject of a reading: the person with the credentials, or the messages. */
export async function readSubject(
  template: string,
  { id = '' }: Readonly<Record<string, string>>,
  { searchParams }: URL,
  answer: Response,
): Promise<Target> {
  if (template.startsWith('/admin/courier/')) {
    const recipient = id === '' ? '' : (message.safeParse(parseJson(await answer.text())).data?.recipient ?? '')
    return { kind: 'message', id, name: recipient }
  }
  const credentials = `with credentials (${searchParams.getAll('include_credential').join(', ').slice(0, 200)})`
  if (id === '') return { kind: 'identity', id: '', name: `a list, ${credentials}` }
  const found = targetOf(await answer.text(), id)
  return { ...found, name: found.name === '' ? credentials : `${found.name}, ${credentials}` }
}

const message = z.looseObject({ recipient: z.string() })

function sessionsOf(body: string): string {
  const { data } = ended.safeParse(parseJson(body))
  if (data === undefined) return ''
  if (data.identities.includes('*')) return 'all of them'
  return data.sessions.length > 0 ? `${data.sessions.length} sessions` : `those of ${data.identities.length} people`
}

async function named(admin: ProjectAdmin, id: string): Promise<Target> {
  const answer = await admin.ask('GET', `/admin/identities/${encodeURIComponent(id.toWellFormed())}`)
  return targetOf(await answer.text(), id)
}

async function messageOf(admin: ProjectAdmin, id: string): Promise<Target> {
  const answer = await admin.ask('GET', `/admin/courier/messages/${encodeURIComponent(id.toWellFormed())}`)
  return { kind: 'message', id, name: message.safeParse(parseJson(await answer.text())).data?.recipient ?? '' }
}

function targetOf(json: string, id: string): Target {
  const { data } = identity.safeParse(parseJson(json))
  const name = data?.verifiable_addresses?.[0]?.value ?? data?.traits?.email ?? ''
  return { kind: 'identity', id: data?.id ?? id, name }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
