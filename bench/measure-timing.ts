import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

import { freePorts, startIdentityService } from '@gatehouse/testing/processes'
import { emailTrait, identityPart, schemaOf } from '@gatehouse/testing/journeys'

import { ended } from './processes.ts'
import type { Figure } from './report.ts'
import { areaUnderCurve, median, shuffled } from './statistics.ts'

const probes = 1_500
const warmUps = 40
/** As many as one request may bring. */
const importedAtOnce = 1_000
/** Above it, an attacker who measures learns which accounts exist. */
const distinguishable = 0.53
/** Long enough for a message to be handed over before the next probe, in milliseconds. */
const pauseMs = 15
const password = 'correct-Horse-battery-9'

const methods = ['code', 'link'] as const
type Method = (typeof methods)[number]
type Kind = 'recovery' | 'verification' | 'login' | 'registration'
/** `registration` is by password; its address is proved by the method. */
const flowsOf: Readonly<Record<Method, readonly Kind[]>> = {
  code: ['recovery', 'verification', 'login', 'registration'],
  link: ['recovery', 'verification'],
}

/** Measures whether the time of an answer tells an address that has an account from one that has none. */
export async function measureTiming(): Promise<readonly Figure[]> {
  const figures: Figure[] = []
  for (const method of methods) figures.push(...(await measureMethod(method)))
  return figures
}

async function measureMethod(method: Method): Promise<readonly Figure[]> {
  const folder = await mkdtemp(join(tmpdir(), 'gatehouse-timing-'))
  const mailbox = fork(fileURLToPath(new URL('servers/mailbox.ts', import.meta.url)))
  try {
    const [{ uri }] = (await once(mailbox, 'message')) as [{ readonly uri: string }]
    return await measureWith(folder, method, uri)
  } finally {
    await ended(mailbox)
    await rm(folder, { recursive: true, force: true })
  }
}

async function measureWith(folder: string, method: Method, smtp: string): Promise<readonly Figure[]> {
  const [publicPort = 0, adminPort = 0] = await freePorts(2)
  const publicUrl = `http://127.0.0.1:${publicPort}`
  const adminUrl = `http://127.0.0.1:${adminPort}`
  const configFile = join(folder, 'kratos.yml')
  await writeFile(configFile, JSON.stringify(configuration({ folder, publicPort, adminPort, method, smtp })))
  const service = await startIdentityService({ configFile, publicUrl, adminUrl })
  try {
    const figures: Figure[] = []
    for (const kind of flowsOf[method]) {
      await importPeople(adminUrl, kind)
      const figure = await measureFlow(publicUrl, kind, method)
      // Each takes minutes.
      console.error(`${figure.name} ${figure.value.toFixed(3)}: ${figure.note}`)
      figures.push(figure)
    }
    return figures
  } finally {
    await service.stop()
  }
}

function addressOf(kind: Kind, group: 'known' | 'unknown', index: number): string {
  return `${group === 'known' ? 'person' : 'unknown'}-${kind.slice(0, 3)}-${index}@example.org`
}

async function importPeople(adminUrl: string, kind: Kind): Promise<void> {
  for (let from = 0; from < probes + warmUps; from += importedAtOnce) {
    const identities = Array.from({ length: Math.min(importedAtOnce, probes + warmUps - from) }, (_, index) => ({
      create: { schema_id: 'person', traits: { email: addressOf(kind, 'known', from + index) } },
    }))
    const answer = await fetch(`${adminUrl}/admin/identities`, {
      method: 'PATCH',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ identities }),
    })
    const text = await answer.text()
    if (!answer.ok || text.includes('"action":"error"'))
      throw new Error(`An import was answered: ${text.slice(0, 500)}`)
  }
}

async function measureFlow(publicUrl: string, kind: Kind, method: Method): Promise<Figure> {
  const groups = ['known', 'unknown'] as const
  for (let index = 0; index < warmUps; index += 1)
    for (const group of groups) await probe(publicUrl, kind, method, addressOf(kind, group, index))
  const times = { known: [] as number[], unknown: [] as number[] }
  const order = shuffled(
    groups.flatMap((group) => Array.from({ length: probes }, (_, index) => ({ group, index: warmUps + index }))),
  )
  for (const { group, index } of order) {
    times[group].push(await probe(publicUrl, kind, method, addressOf(kind, group, index)))
  }
  const area = areaUnderCurve(times.known, times.unknown)
  return {
    name: `${kind} by ${method}: known or not, AUC`,
    value: Math.max(area, 1 - area),
    unit: '',
    target: { compare: '≤', value: distinguishable },
    note: `± ${halfWidth(probes).toFixed(3)} (95 %), ${probes} each; median ${median(times.known).toFixed(3)} ms known, ${median(times.unknown).toFixed(3)} ms not`,
  }
}

/** Returns half of the interval around 0.5 in which the area of two equal samples of this size lies 95 times of 100. */
function halfWidth(size: number): number {
  return 1.96 * Math.sqrt((2 * size + 1) / (12 * size * size))
}

function fieldsOf(kind: Kind, method: Method, address: string): Readonly<Record<string, unknown>> {
  if (kind === 'registration') return { method: 'password', password, traits: { email: address } }
  return { method, [kind === 'login' ? 'identifier' : 'email']: address }
}

/** Asks for one message; how long the answer took, in milliseconds. */
async function probe(publicUrl: string, kind: Kind, method: Method, address: string): Promise<number> {
  const begun = await fetch(`${publicUrl}/self-service/${kind}/api`)
  const { id } = (await begun.json()) as { readonly id: string }
  const body = JSON.stringify(fieldsOf(kind, method, address))
  const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body }
  const from = performance.now()
  const answer = await fetch(`${publicUrl}/self-service/${kind}?flow=${id}`, init)
  const text = await answer.text()
  const took = performance.now() - from
  if (!text.includes(kind === 'registration' ? '"show_verification_ui"' : '"state":"sent_email"'))
    throw new Error(`${kind} answered ${answer.status}: ${text.slice(0, 300)}`)
  await new Promise((resolve) => setTimeout(resolve, pauseMs))
  return took
}

function configuration(options: {
  readonly folder: string
  readonly publicPort: number
  readonly adminPort: number
  readonly method: Method
  readonly smtp: string
}): unknown {
  const { folder, publicPort, adminPort, method, smtp } = options
  const pages = `http://127.0.0.1:${publicPort}/page`
  const flow = { enabled: true, use: method, ui_url: pages }
  return {
    dsn: `sqlite://${folder}/identity.sqlite?_fk=true`,
    serve: {
      public: { base_url: `http://127.0.0.1:${publicPort}`, host: '127.0.0.1', port: publicPort },
      admin: { base_url: `http://127.0.0.1:${adminPort}`, host: '127.0.0.1', port: adminPort },
    },
    identity: identityPart('person', schemaOf({ email: emailTrait('E-mail') }, {})),
    courier: { smtp: { connection_uri: smtp, from_address: 'bench@example.org' } },
    secrets: { default: ['a-secret-that-only-benches-use'], cipher: ['a-cipher-secret-of-32-characters'] },
    security: { account_enumeration: { mitigate: true } },
    selfservice: {
      default_browser_return_url: pages,
      methods: {
        password: { config: { haveibeenpwned_enabled: false } },
        link: { enabled: true },
        code: { enabled: true, passwordless_enabled: true },
      },
      flows: {
        error: { ui_url: pages },
        login: { ui_url: pages },
        registration: { ui_url: pages },
        settings: { ui_url: pages },
        recovery: flow,
        verification: flow,
      },
    },
  }
}
