import { setTimeout as delay } from 'node:timers/promises'
import {
  createAuthenticator,
  type Authenticator,
  type CreateQuestion,
  type GetQuestion,
} from '@gatehouse/testing/devices'
import { createVisitor, type Visitor, type HydraBrowser } from '@gatehouse/testing/browser'
import { signInAtProvider } from '@gatehouse/testing/providers'
import type { ReceivedMail } from '@gatehouse/testing/receivers'
import { judgeStep } from '../differences/judge-step.ts'
import type { EngineId, RunningEngine } from '../engines/engine.ts'
import type { ClientRequest, Device, Exchange, Mail, Onward, PlacedScenario, Step } from '../scenarios/scenario.ts'
import { client } from '../transports/client.ts'
import { http } from '../transports/http.ts'
import type { Transport, TransportId } from '../transports/transport.ts'
import type { ReceivedAnswer } from './check-answer.ts'
import { at, parseJson } from './json.ts'
import { matchesText } from './matches.ts'
import { prepareRequest } from './request.ts'
import { hear, readToken } from './others.ts'
import { awaitTimeStep, learnSecondFactors, showCodes } from './second-factors.ts'
import { fill, fillText, initialVariables, learn, type Variables } from './variables.ts'

/** The engine and transport of a run. */
export interface Stage {
  readonly engineId: EngineId
  readonly engine: RunningEngine
  readonly transport: TransportId
}

/** A scenario under way: its variables so far, and the cookies of each visitor. */
export interface Run extends Stage {
  readonly scenario: Pick<PlacedScenario, 'id'>
  readonly variables: Variables
  readonly visitors: Map<string, Visitor>
  readonly hydraBrowsers: Map<string, HydraBrowser>
  readonly lastMail: Map<string, ReceivedMail>
  readonly authenticator: Authenticator
}

const transports: Readonly<Record<TransportId, Transport>> = { http, client }
const mailTimeoutMs = 20_000
/** The origin of pages with keys: profile `keys`. */
const keyOrigin = 'http://localhost:4455'

/** Runs a scenario to its first step with a fault. Returns the faults; empty if there are none. */
export async function runScenario(scenario: PlacedScenario, stage: Stage): Promise<readonly string[]> {
  const run = openRun(scenario, stage)
  for (const step of scenario.steps) {
    const faults = await runStep(run, step)
    if (faults.length > 0) return faults.map((fault) => `${step.title}: ${fault}`)
  }
  return []
}

/** Begins a scenario; its device answers for pages at `origin`. */
export function openRun(scenario: Pick<PlacedScenario, 'id'>, stage: Stage, origin = keyOrigin): Run {
  return {
    ...stage,
    scenario,
    variables: initialVariables(stage.engine),
    visitors: new Map(),
    hydraBrowsers: new Map(),
    lastMail: new Map(),
    authenticator: createAuthenticator(origin),
  }
}

/** Runs one step; the faults, none is success. */
export async function runStep(run: Run, step: Step): Promise<readonly string[]> {
  if ('pause' in step) {
    await delay(step.pause)
    return []
  }
  if ('provider' in step) {
    const callback = new URL(await signInAtProvider(fillText(step.provider, run.variables)))
    run.variables.set('callback', callback.pathname + callback.search)
    return []
  }
  if ('client' in step) return comeFromClient(run, step)
  if ('onward' in step) return goOn(run, step)
  if ('device' in step) return askDevice(run, step)
  if ('hears' in step) return hear(run.engine, step, run.variables)
  if ('token' in step) return readToken(run.engine, step, run.variables)
  return 'mailTo' in step ? readMail(run, step) : exchange(run, step)
}

async function comeFromClient(run: Run, { client, as }: ClientRequest): Promise<readonly string[]> {
  run.variables.set('challenge', await hydraBrowserOf(run, as).authorize(client))
  return []
}

async function goOn(run: Run, { onward, arrivesAt, as }: Onward): Promise<readonly string[]> {
  const arrived = await hydraBrowserOf(run, as).open(fillText(onward, run.variables))
  const wanted = fillText(arrivesAt, run.variables)
  return matchesText(wanted, arrived.href) ? [] : [`leads to ${arrived.href} instead of ${wanted}`]
}

function hydraBrowserOf({ engine, hydraBrowsers }: Run, name = 'visitor'): HydraBrowser {
  const browser = hydraBrowsers.get(name) ?? engine.oauth2?.browser()
  if (browser === undefined) throw new Error('only the profile oauth2 has an OAuth2 server')
  hydraBrowsers.set(name, browser)
  return browser
}

function askDevice({ variables, authenticator }: Run, { device, node }: Device): readonly string[] {
  const asked: unknown = parseJson(variables.get(node) ?? '')
  const options = at(asked, 'credentialOptions') ?? asked
  if (at(options, 'publicKey') === undefined) return [`the node ${node} asks a device for nothing`]
  const answer = authenticator[device](options as CreateQuestion & GetQuestion)
  variables.set('answer', answer)
  const [newest] = authenticator.keyIds().slice(-1)
  variables.set('keyId', Buffer.from(newest ?? '', 'base64url').toString('hex'))
  return []
}

async function readMail(run: Run, { mailTo }: Mail): Promise<readonly string[]> {
  const { variables } = run
  const to = fillText(mailTo, variables)
  for (;;) {
    const mail = await nextMail(run, to)
    if (mail === undefined)
      return [`no mail with a code of six digits or a link came to ${to} within ${mailTimeoutMs} ms`]
    const code = /\b\d{6}\b/.exec(mail.text)?.[0]
    const link = /https?:\/\/[^\s<>"]+/.exec(mail.text)?.[0]
    if (code !== undefined) {
      variables.set('code', code)
      variables.set('wrongCode', code === '000000' ? '111111' : '000000')
    }
    if (link !== undefined) {
      variables.set('link', link)
      variables.set('linkPath', link.replace(/^https?:\/\/[^/]+/, ''))
    }
    // A notice has neither: owners are informed of a change, whenever the courier gets to it.
    if (code !== undefined || link !== undefined) return []
  }
}

async function nextMail({ engine, lastMail }: Run, to: string) {
  const wanted = { to, after: lastMail.get(to), timeoutMs: mailTimeoutMs }
  const mail = await engine.mailbox.next(wanted).catch(() => undefined)
  if (mail !== undefined) lastMail.set(to, mail)
  return mail
}

async function exchange(run: Run, step: Exchange): Promise<readonly string[]> {
  const { engine, variables, transport } = run
  if (JSON.stringify(step.body ?? null).includes('{totpBefore}')) await awaitTimeStep()
  showCodes(variables, Date.now())
  const request = prepareRequest(step, variables)
  const visitor = step.mode === 'native' || step.at === 'admin' ? undefined : visitorOf(run, step.as ?? 'visitor')
  const { response, faults } = await transports[transport](step, request, { engine, visitor })
  const text = await response.text()
  const answer: ReceivedAnswer = {
    method: request.method,
    path: request.url.pathname,
    at: step.at ?? 'public',
    status: response.status,
    headers: response.headers,
    text,
    body: parseJson(text),
  }
  learn(variables, response.headers.get('location'), answer.body)
  learnSecondFactors(variables, answer.body)
  const found = judgeStep(run, step, answer, (expected) => fill(expected, variables))
  for (const [name, value] of Object.entries(step.keep ?? {})) variables.set(name, fillText(value, variables))
  return [...found, ...faults]
}

/** Returns the visitor of that name, a known or a new one. */
export function visitorOf({ engine, visitors }: Run, name: string): Visitor {
  const known = visitors.get(name)
  if (known !== undefined) return known
  const visitor = createVisitor(engine.send)
  visitors.set(name, visitor)
  return visitor
}
