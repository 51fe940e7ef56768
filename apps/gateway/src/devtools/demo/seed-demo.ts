import { deviceOf } from './demo-devices.ts'
import { brandProject, loseMails, makeProjects, runJobs } from './demo-operations.ts'
import { accepted, type DemoInstallation } from './demo-installation.ts'
import { demoOrganizations } from './demo-organizations.ts'
import { demoPeople, type DemoPerson } from './demo-people.ts'
import { demoSignIns, type DemoSignIn } from './demo-sign-ins.ts'

/** The password of every person in the demonstration who has one. */
export const demoPassword = 'an-arch-of-nine-stones'

// The hash of it, by the hasher that a new installation has: 240 people would take half a minute to hash.
const passwordHash = '$argon2id$v=19$m=19456,t=2,p=1$RcyVuI1aWCmOA33s5kG/wg$igQC/UgnI1ZysEWUuzqCQYzR1+HW6C7OwACDUSuNguk'

/** The numbers of created records. */
export interface DemoOutcome {
  readonly people: number
  readonly organizations: number
  readonly signIns: number
}

/** The size of the demonstration. */
export interface DemoSize {
  readonly people: number
  /** The number of days with sign-ins. */
  readonly days: number
}

/** The installation has a demonstration already. */
export class DemoIsThereError extends Error {}

/** Receives the progress. */
export type ReportProgress = (what: string, done: number, total: number) => void

const dayMs = 86_400_000

/**
 * Fills an installation with a company that has used it for a year: everything is done through the service's own APIs,
 * at the time at which it would have happened. Rejects if the service refuses something, and with `DemoIsThereError`.
 */
export async function seedDemo(into: DemoInstallation, size: DemoSize, report: ReportProgress): Promise<DemoOutcome> {
  const { clock } = into
  const now = Date.now()
  const people = demoPeople(size.people)
  await refuseSecond(into, people)
  try {
    clock.set(now - (people[0]?.daysAgo ?? 0) * dayMs - dayMs)
    const organizations = await makeOrganizations(into)
    await makePeople(into, people, organizations, now, report)
    await makeStream(into)
    const attempts = demoSignIns(people, size.days)
    for (const [done, attempt] of attempts.entries()) {
      clock.set(now - attempt.agoMs)
      await signIn(into, attempt)
      if (done % 20 === 0) {
        await into.settled()
        report('sign-ins', done, attempts.length)
      }
    }
    report('sign-ins', attempts.length, attempts.length)
    await operate(into, people, now)
    return { people: people.length, organizations: organizations.length, signIns: attempts.length }
  } finally {
    clock.reset()
  }
}

/** Performs the operators' work, and lets mails fail. */
async function operate(into: DemoInstallation, people: readonly DemoPerson[], now: number): Promise<void> {
  const { clock } = into
  await brandProject(into, now)
  await runJobs(
    into,
    people.some(({ isActive }) => !isActive),
    now,
  )
  const waiting = people.filter(({ isActive, hasPassword }) => isActive && !hasPassword).slice(0, 3)
  await loseMails(
    into,
    waiting.map(
      ({ email }) =>
        async () =>
          askForCode(into, email),
    ),
    now,
  )
  clock.set(now)
  await makeProjects(into)
  await invite(into)
  await into.settled()
}

/** Starts a sign-in with a code that is never entered. */
async function askForCode({ ask }: Pick<DemoInstallation, 'ask'>, identifier: string): Promise<void> {
  const device = deviceOf(0, 0)
  const begun = await readFields(await ask('/self-service/login/api', { headers: json }, device))
  const body = JSON.stringify({ method: 'code', identifier })
  await ask(`/self-service/login?flow=${String(begun['id'])}`, { method: 'POST', headers: json, body }, device)
}

async function refuseSecond({ admin }: DemoInstallation, [first]: readonly DemoPerson[]): Promise<void> {
  if (first === undefined) return
  const found = await admin.listIdentities({ credentials_identifier: first.email })
  if (found.kind !== 'ok' || found.body.length > 0) throw new DemoIsThereError(`${first.email} has an account already`)
}

async function makeOrganizations({ api, projectId }: DemoInstallation): Promise<readonly string[]> {
  const ids: string[] = []
  for (const { label, domain } of demoOrganizations) {
    const made = await api.call('createOrganization', {
      params: { project_id: projectId },
      body: { label, domains: [domain] },
    })
    ids.push(accepted(made).id)
  }
  return ids
}

/** Creates each person on the day on which they joined. */
async function makePeople(
  { admin, clock }: DemoInstallation,
  people: readonly DemoPerson[],
  organizations: readonly string[],
  now: number,
  report: ReportProgress,
): Promise<void> {
  for (const [done, person] of people.entries()) {
    clock.set(now - person.daysAgo * dayMs - 60_000 * (person.index % 600) - 60_000)
    const made = await admin.createIdentity(identityOf(person, organizations))
    if (made.kind !== 'ok') throw new Error(`${person.email} could not be made: ${JSON.stringify(made)}`)
    if (done % 25 === 0) report('people', done, people.length)
  }
  report('people', people.length, people.length)
}

function identityOf(person: DemoPerson, organizations: readonly string[]) {
  const { email, first, last, organization, isActive, isVerified, externalId } = person
  const address = { value: email, via: 'email', verified: isVerified, status: isVerified ? 'completed' : 'pending' }
  return {
    schema_id: 'person',
    state: isActive ? 'active' : 'inactive',
    traits: { email, name: { first, last } },
    verifiable_addresses: [address],
    credentials: credentialsOf(person),
    ...(externalId !== undefined && { external_id: externalId }),
    ...(organization !== undefined && { organization_id: organizations[organization] }),
  }
}

// The secret of an authenticator app that does not exist.
const authenticator = 'otpauth://totp/Gatehouse:demo?algorithm=SHA1&digits=6&issuer=Gatehouse&period=30&secret='

function credentialsOf({ index, hasPassword, provider, hasAuthenticator }: DemoPerson) {
  const secret = index.toString(2).padStart(16, '0').replaceAll('0', 'A').replaceAll('1', 'B')
  return {
    ...(hasPassword && { password: { config: { hashed_password: passwordHash } } }),
    ...(provider !== undefined && { oidc: { config: { providers: [{ provider, subject: `demo-${index}` }] } } }),
    ...(hasAuthenticator && { totp: { config: { totp_url: `${authenticator}${secret}` } } }),
  }
}

/** A stream to a port without a listener, so that its deliveries fail. */
async function makeStream({ api, projectId, clock }: DemoInstallation): Promise<void> {
  clock.set(Date.now() - 30 * dayMs)
  const body = { type: 'https', https_endpoint: 'http://127.0.0.1:9/events' } as const
  accepted(await api.call('createEventStream', { params: { project_id: projectId }, body }))
}

const json = { 'content-type': 'application/json', accept: 'application/json' }

async function signIn({ ask }: DemoInstallation, attempt: DemoSignIn): Promise<void> {
  const { identifier, method, outcome, device } = attempt
  const headers = { ...json, 'user-agent': device.userAgent }
  const begun = await readFields(await ask('/self-service/login/api', { headers }, device))
  const send = (fields: object) => {
    const body = JSON.stringify({ method, identifier, ...fields })
    return ask(`/self-service/login?flow=${String(begun['id'])}`, { method: 'POST', headers, body }, device)
  }
  const wrong = 'an-arch-of-eight-stones'
  const answer =
    method === 'password'
      ? await send({ password: outcome === 'wrong password' ? wrong : demoPassword })
      : await signInByCode({ ask }, attempt, send)
  if (answer.ok !== (outcome === 'owned'))
    throw new Error(`a sign-in of ${identifier} (${outcome}) was answered ${answer.status}: ${await answer.text()}`)
}

async function signInByCode(
  { ask }: Pick<DemoInstallation, 'ask'>,
  { identifier, device }: DemoSignIn,
  send: (fields: object) => Promise<Response>,
): Promise<Response> {
  await send({})
  const inbox = await ask(`/dev/inbox.json?to=${encodeURIComponent(identifier)}`, { headers: json }, device)
  const mails: unknown = await inbox.json()
  const mail: unknown = Array.isArray(mails) ? mails[0] : undefined
  const code = typeof mail === 'object' && mail !== null && 'code' in mail ? mail.code : undefined
  return send({ code })
}

async function readFields(answer: Response): Promise<Record<string, unknown>> {
  const body: unknown = await answer.json()
  return typeof body === 'object' && body !== null ? { ...body } : {}
}

/** Invites two colleagues, who have not answered yet. */
async function invite({ api, workspaceId }: DemoInstallation): Promise<void> {
  const params = { workspace: workspaceId }
  for (const [invitee_email, role] of [
    ['noor.haddad@lantern.example', 'viewer'],
    ['thorgerdur@lantern.example', 'developer'],
  ] as const) {
    accepted(await api.call('createWorkspaceInvite', { params, body: { invitee_email, role } }))
  }
}
