import { createHash, randomUUID } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import type { OutboundAnswer } from '@gatehouse/platform/outbound'
import type { Clock, DeliveryResult } from '@gatehouse/platform/work'

import type { HookConfig, IdentityConfig, WebHookConfig } from '../configuration/config.ts'
import { textNow } from '../configuration/far-text.ts'
import {
  type HookEvent,
  hookFailed,
  type HookVerdict,
  type OpeningEvent,
  type WebHooks,
} from '../flows/ports/web-hooks.ts'
import { bounds } from '../http/bounds.ts'
import { changeIdentity, type IdentityChange } from '../identities/change-identity.ts'
import type { Identity } from '../identities/identity.ts'
import type { IdentitySchemas } from '../identities/schemas.ts'
import { isSameAddress } from '../identities/stated-addresses.ts'
import { type EvaluateJsonnet, JsonnetCancelled, JsonnetFault, programText } from '../jsonnet/jsonnet.ts'
import type { PasswordMigration } from '../strategies/password/dependencies.ts'
import { createHookDeliveries, type HookDeliveryStore } from './deliveries.ts'
import { describeEvent, shownIdentity } from './event.ts'
import { createHookCalls, type HookCalls } from './hook-call.ts'
import { createHookNames } from './hook-names.ts'
import { createPasswordMigration } from './password-migration.ts'
import { goOn, type HookReply, readReply } from './reply.ts'

/** Web hooks with the background work for those that no flow awaits. */
export interface WebHookService extends WebHooks {
  /** The system that still knows passwords; absent: there is none. */
  readonly passwordMigration: PasswordMigration | undefined
  /** Reports that another process may have left deliveries. */
  wake(): void
  start(): void
  /** Resolves once every due call has been tried. */
  idle(): Promise<void>
  stop(): Promise<void>
}

/** The dependencies of web hooks. */
interface WebHookDeps {
  readonly config: IdentityConfig
  readonly schemas: IdentitySchemas
  readonly deliveries: HookDeliveryStore
  readonly clock: Clock
  /** Waits for a time in milliseconds. Default: the system's timer. */
  readonly pause?: ((milliseconds: number) => Promise<void>) | undefined
  readonly warn: (text: string) => void
  readonly evaluateJsonnet: EvaluateJsonnet
  readonly onAttempt?: ((result: DeliveryResult) => void) | undefined
}

/** Creates the web hooks of a service. */
export function createWebHooks(deps: WebHookDeps): WebHookService {
  const { config } = deps
  const calls = createHookCalls(deps)
  const { opening, run } = createHookRuns(deps, calls)
  const deliveries = createHookDeliveries({
    ...deps,
    call: calls.once,
    hooks: createHookNames(backgroundHooks(config)),
  })

  return {
    passwordMigration: createPasswordMigration({ ...deps, calls }),
    opening: (hooks, event) =>
      opening(
        webHooksOf(hooks).filter(({ mode }) => mode !== 'background'),
        event,
      ),
    before: (hooks, event) => run(ofMode(hooks, 'interrupting'), event),
    after: (hooks, event) => run(ofMode(hooks, 'blocking'), event),
    enqueue: async (hooks, event) => {
      for (const hook of ofMode(hooks, 'background')) {
        const id = randomUUID()
        // A Jsonnet body is created when it is sent; its input is stored.
        const context = describeEvent(config, event, textNow(hook.body))
        await deliveries.enqueue(
          id,
          hook,
          JSON.stringify(hook.body === undefined ? { id, ...context.standard } : context.jsonnet),
          orderingKeyOf(hook, event),
        )
      }
    },
    wake: deliveries.wake,
    start: deliveries.start,
    idle: deliveries.idle,
    stop: deliveries.stop,
  }
}

/** Returns the runs of the hooks of an event, one after another; the first that refuses ends a run. */
function createHookRuns(deps: WebHookDeps, calls: HookCalls) {
  const { config, schemas, warn } = deps
  const leftOut = createLeftOut(config, warn)

  /** Calls a hook about an event and reads its answer. */
  async function asked(hook: WebHookConfig, event: HookEvent | OpeningEvent): Promise<HookReply | 'cancelled'> {
    const id = randomUUID()
    const result = await bodyOf(deps, hook, event, id)
      .then((body) => calls.again(hook, id, body))
      .catch(jsonnetFaultOf)
    if (result === 'cancelled') return result
    return result instanceof Error ? { kind: 'unusable', why: result.message } : replyOf(hook, result)
  }

  function failed({ path }: WebHookConfig, why: string): HookVerdict {
    warn(`${path} failed: ${why}`)
    return { kind: 'refused', refusal: hookFailed }
  }

  async function opening(hooks: readonly WebHookConfig[], event: OpeningEvent): Promise<HookVerdict> {
    for (const hook of hooks) {
      const reply = await asked(hook, event)
      if (reply === 'cancelled') continue
      if (reply.kind === 'reject') return { kind: 'rejected', messages: reply.messages }
      if (reply.kind === 'unusable') return failed(hook, reply.why)
    }
    return { kind: 'go_on', change: {} }
  }

  async function run(hooks: readonly WebHookConfig[], event: HookEvent): Promise<HookVerdict> {
    let change: IdentityChange = {}
    let seen = event.identity
    for (const hook of hooks) {
      const reply = await asked(hook, { ...event, identity: seen })
      if (reply === 'cancelled') continue
      if (reply.kind === 'reject') return { kind: 'rejected', messages: reply.messages }
      if (reply.kind === 'unusable') return failed(hook, reply.why)
      if (hook.mode === 'blocking') continue
      const before = seen
      if (takesChanges(event)) {
        change = { ...change, ...reply.change }
        seen = changedAccount(event, change)
      }
      leftOut.tell(hook, reply, { event, before, after: seen })
    }
    return { kind: 'go_on', change }
  }

  /** Returns the account for the next hook. Its traits are checked when it is stored. */
  function changedAccount({ identity, request }: HookEvent, change: IdentityChange): Identity {
    const changed = changeIdentity(schemas, identity, change, request.now)
    return changed.kind === 'composed' ? changed.identity : { ...identity, traits: change.traits ?? identity.traits }
  }

  return { opening, run }
}

async function bodyOf(
  { config, evaluateJsonnet }: { readonly config: IdentityConfig; readonly evaluateJsonnet: EvaluateJsonnet },
  hook: WebHookConfig,
  event: HookEvent | OpeningEvent,
  id: string,
): Promise<string> {
  if (hook.body === undefined) return JSON.stringify({ id, ...describeEvent(config, event).standard })
  const program = await programText(hook.body)
  const context = describeEvent(config, event, program)
  return JSON.stringify(await evaluateJsonnet(program, {}, { ctx: context.jsonnet }))
}

/** Orders one service's calls about one account. The key is a hash, as the address may hold a secret. */
function orderingKeyOf({ url }: WebHookConfig, { identity }: OpeningEvent): string | undefined {
  return identity && createHash('sha256').update(`${url}\n${identity.id}`).digest('base64url')
}

/** Reads the answer of a hook that cannot refuse: only its status counts. */
function replyOf({ mode, isParsed }: WebHookConfig, answer: OutboundAnswer): HookReply {
  if (mode === 'interrupting') return readReply(answer, isParsed)
  const { status } = answer
  return status >= 200 && status < 300 ? goOn : { kind: 'unusable', why: `it answered ${status}` }
}

function jsonnetFaultOf(error: unknown): JsonnetFault | 'cancelled' {
  if (error instanceof JsonnetCancelled) return 'cancelled'
  if (error instanceof JsonnetFault) return error
  throw error
}

function webHooksOf(hooks: readonly HookConfig[]): readonly WebHookConfig[] {
  return hooks.flatMap(({ webHook }) => webHook ?? [])
}

function ofMode(hooks: readonly HookConfig[], mode: WebHookConfig['mode']): readonly WebHookConfig[] {
  return webHooksOf(hooks).filter((hook) => hook.mode === mode)
}

function backgroundHooks({ selfservice }: IdentityConfig): readonly WebHookConfig[] {
  const { login, registration, settings, recovery, verification } = selfservice.flows
  const all = [login, registration, settings, recovery, verification].flatMap(({ before, after }) => [
    ...before,
    ...after.hooks,
    ...Object.values(after.methods).flatMap(({ hooks }) => hooks),
  ])
  return ofMode(all, 'background')
}

/** The context of an answer: the account as its hook received it, and as the answer changed it. */
interface Answered {
  readonly event: HookEvent
  readonly before: Identity
  readonly after: Identity
}

/** Warns of the ignored parts of answers. */
interface LeftOut {
  /** Warns once of each ignored part of a hook's answers. */
  tell(hook: WebHookConfig, reply: Extract<HookReply, { readonly kind: 'go_on' }>, answered: Answered): void
}

/** The maximum of warnings of one process. A receiver with more of them invents names. */
const mostWarnings = 1_000

/** Checks that the account is stored at the end of this flow, so that an answer may change it. */
function takesChanges({ flow }: HookEvent): boolean {
  return flow.kind === 'registration' || flow.kind === 'settings'
}

/** Creates the warnings. The log has names of parts and never a value: values may be personal data. */
function createLeftOut(config: Pick<IdentityConfig, 'publicBaseUrl'>, warn: (text: string) => void): LeftOut {
  const reported = new Set<string>()

  return {
    tell: (hook, { change, addresses, leftOut }, { event, before, after }) => {
      const isTaken = takesChanges(event)
      const shown = JSON.parse(JSON.stringify(shownIdentity(config, before)))
      const isNews = ([name, value]: readonly [string, unknown]) =>
        value !== null && value !== undefined && !isDeepStrictEqual(value, shown[name.replace(/^identity\./, '')])
      const parts = Object.entries(leftOut).filter(isNews)
      const names = isTaken
        ? [...parts.map(([name]) => name), ...strangers(addresses, after)]
        : [
            ...(Object.entries(change).some(isNews) ? ['identity'] : []),
            ...parts.map(([name]) => name.replace(/^identity\..*/, 'identity')),
          ]
      for (const name of new Set(names)) {
        const text = `${hook.path}: "${name.slice(0, bounds.charactersOfQuotation)}" of its answer is not taken: ${reasonOf(name, hook, event)}`
        if (reported.has(text) || reported.size >= mostWarnings) continue
        reported.add(text)
        warn(text)
      }
    },
  }
}

/** Returns addresses that the account does not have, by their paths. */
function strangers(
  { verifiable_addresses: verifiable, recovery_addresses: recovery }: Parameters<LeftOut['tell']>[1]['addresses'],
  { verifiableAddresses, recoveryAddresses }: Identity,
): readonly string[] {
  return [
    ...verifiable.flatMap((address, index) =>
      verifiableAddresses.some((row) => isSameAddress(row, address)) ? [] : [`identity.verifiable_addresses.${index}`],
    ),
    ...recovery.flatMap((address, index) =>
      recoveryAddresses.some((row) => isSameAddress(row, address)) ? [] : [`identity.recovery_addresses.${index}`],
    ),
  ]
}

function reasonOf(name: string, { isParsed }: WebHookConfig, event: HookEvent): string {
  if (name === 'identity' && !isParsed) return 'its configuration has no "response.parse"'
  if (name === 'identity' && !takesChanges(event)) return `a ${event.flow.kind} flow stores nothing of it`
  if (name === 'identity.state') return 'there are "active" and "inactive"; the account is inactive'
  if (/^identity\.\w+_addresses\./.test(name)) return 'the traits have no such address'
  return 'it is no part of an answer'
}
