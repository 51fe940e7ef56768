import type { IdentitySource } from '@gatehouse/config/config'
import { publicPaths } from '@gatehouse/contract/http'
import type { StartNote } from '../process/start-note.ts'

type RemoteSource = Extract<IdentitySource, { kind: 'remote' }>

const timeoutMs = 2_000

/** The result of probing one of the two addresses. */
type Finding = 'fine' | 'no_answer' | 'not_ready' | 'another_api' | 'refused_key'

/**
 * Checks that the public API of an identity service is at the address and ready. Changes nothing there. Never rejects.
 */
export async function probePublicApi({ publicUrl }: RemoteSource): Promise<Finding> {
  const ready = await statusOf(publicUrl, publicPaths.ready)
  if (ready === undefined) return 'no_answer'
  if (ready !== 200) return ready < 500 ? 'another_api' : 'not_ready'
  // An admin API answers probes alike, but redirects session requests to the public one, or does not have the path.
  const session = await statusOf(publicUrl, publicPaths.whoami)
  if (session === undefined) return 'no_answer'
  return session === 404 || (session >= 300 && session < 400) ? 'another_api' : 'fine'
}

/** Checks that the admin API of an identity service is at the address. Reads one person at most. Never rejects. */
export async function probeAdminApi(adminUrl: URL, token: string | undefined): Promise<Finding> {
  const headers = token === undefined ? {} : { authorization: `Bearer ${token}` }
  const status = await statusOf(adminUrl, '/admin/identities?page_size=1', headers)
  if (status === undefined) return 'no_answer'
  if (status === 401 || status === 403) return 'refused_key'
  if (status === 200) return 'fine'
  return status < 500 ? 'another_api' : 'not_ready'
}

/** Probes both addresses once. Never rejects. */
export async function probeRemote(source: RemoteSource): Promise<readonly StartNote[]> {
  const { publicUrl, adminUrl, projectToken } = source
  const [ofPublic, ofAdmin] = await Promise.all([
    probePublicApi(source),
    adminUrl === undefined ? undefined : probeAdminApi(adminUrl, projectToken?.reveal()),
  ])
  const notes: StartNote[] = []
  if (ofPublic !== 'fine') notes.push(note('fault', 'KRATOS_PUBLIC_URL', publicUrl.href, publicTexts[ofPublic]))
  if (ofAdmin === undefined) notes.push(note('absence', 'KRATOS_ADMIN_URL', undefined, withoutAdminUrl))
  else if (ofAdmin !== 'fine') notes.push(note('fault', 'KRATOS_ADMIN_URL', adminUrl?.href, adminTexts[ofAdmin]))
  return notes
}

/** The fault of an address, and its fix. */
type Said = readonly [wrong: string, fix: string]

function note(kind: StartNote['kind'], subject: string, url: string | undefined, [wrong, fix]: Said): StartNote {
  const about = url === undefined ? wrong : `${url} ${wrong}`
  const text = `${subject}${url === undefined ? '' : ':'} ${about}. ${fix.charAt(0).toUpperCase()}${fix.slice(1)}.`
  return { kind, text, subject, wrong: about, fix }
}

const publicTexts: Readonly<Record<Exclude<Finding, 'fine'>, Said>> = {
  no_answer: ['does not answer, and pages say so until it does', 'check the address, and that the service runs'],
  not_ready: ['answers that it is not ready, and pages say so until it is', 'look into its log'],
  another_api: [
    'is no public API of an identity service; it may be the admin API',
    'name the public one (Kratos: port 4433)',
  ],
  refused_key: ['refuses the key', 'check ORY_PROJECT_API_TOKEN'],
}

const adminTexts: Readonly<Record<Exclude<Finding, 'fine'>, Said>> = {
  no_answer: [
    'does not answer, and the console does not work until it does',
    'check the address, and that the service runs',
  ],
  not_ready: ['answers with an error, and the console does not work until that is mended', 'look into its log'],
  another_api: [
    'is no admin API of an identity service; it may be the public API',
    'name the admin one (Kratos: port 4434)',
  ],
  refused_key: ['refuses the key', 'check ORY_PROJECT_API_TOKEN'],
}

const withoutAdminUrl: Said = [
  'is not set: there is no console (people, their sessions and messages), and people cannot download their data or delete their account',
  'set it to have them; everything else works',
]

async function statusOf(base: URL, path: string, headers: Record<string, string> = {}): Promise<number | undefined> {
  const url = `${base.href.replace(/\/$/, '')}${path}`
  try {
    const signal = AbortSignal.timeout(timeoutMs)
    const answer = await fetch(url, { headers: { accept: 'application/json', ...headers }, signal, redirect: 'manual' })
    await answer.body?.cancel()
    return answer.status
  } catch {
    return undefined
  }
}
