import { isInputNode, type UiNode, type FlowKind } from '@gatehouse/contract/flows'
import { withoutTrailing } from '@gatehouse/contract/http'
import { randomUUID } from 'node:crypto'
import type { IdentityConfig } from '../../configuration/config.ts'
import { timestamp } from '../../identities/present.ts'
import { maskCsrfSecret, type CsrfSecret } from '../http/csrf.ts'
import type { StoredFlow } from '../model/flow.ts'
import type { TestLogin } from '../model/test-login.ts'
import { presentOrganization } from '../organization/named.ts'

/** Returns the address of a flow's page, with the flow's id. */
export function flowPage(config: Pick<IdentityConfig, 'selfservice'>, flow: Pick<StoredFlow, 'kind' | 'id'>): string {
  return withParameters(config.selfservice.flows[flow.kind].uiUrl, { flow: flow.id })
}

/** Returns the address that a flow is submitted to. */
export function flowAction(publicBaseUrl: string, kind: FlowKind, id: string): string {
  return withParameters(publicUrl(publicBaseUrl, `/self-service/${kind}`), { flow: id })
}

/** Returns an absolute address of this service. */
export function publicUrl(publicBaseUrl: string, path: string): string {
  return withoutTrailing(publicBaseUrl, '/') + path
}

/** Returns an address with these query parameters set; those that are `undefined` stay as they were. */
export function withParameters(address: string, parameters: Readonly<Record<string, string | undefined>>): string {
  const url = new URL(address)
  for (const [name, value] of Object.entries(parameters)) if (value !== undefined) url.searchParams.set(name, value)
  return url.href
}

// It cannot be guessed, so it is in no flow.
const tokenPlaceholder = `token-${randomUUID()}`

// One stored flow gives one text, except for the anti-CSRF token: texts are cached in pieces, cut at the token.
const texts = new WeakMap<StoredFlow, readonly string[]>()

/** Returns a stored flow as JSON. `secret` fills the anti-CSRF field of browser flows, with a new mask each time. */
export function flowText(
  flow: StoredFlow,
  config: Pick<IdentityConfig, 'publicBaseUrl' | 'improvements'>,
  secret: CsrfSecret | undefined,
  extra?: Readonly<Record<string, unknown>>,
): string {
  // A test login that was not run is bound to no browser: its nodes contain its token.
  const isUnbound = flow.details.testLogin?.token !== undefined
  const bound = flow.type === 'browser' && !isUnbound ? secret : undefined
  const isUsual = extra === undefined && (bound !== undefined || flow.type === 'api')
  const known = isUsual ? texts.get(flow) : undefined
  const pieces =
    known ??
    JSON.stringify(
      asNewer(
        presentFlow(withNewerNodes(flow, config), config.publicBaseUrl, bound && tokenPlaceholder, extra),
        flow,
        config,
      ),
    ).split(tokenPlaceholder)
  if (isUsual && known === undefined) texts.set(flow, pieces)
  return bound ? pieces.join(maskCsrfSecret(bound)) : pieces.join('')
}

/** Returns a stored flow in the wire's shape. `token` fills the anti-CSRF field. */
export function presentFlow(
  flow: StoredFlow,
  publicBaseUrl: string,
  token: string | undefined,
  extra: Readonly<Record<string, unknown>> = {},
): Record<string, unknown> {
  const { details } = flow
  return {
    id: flow.id,
    ...((flow.kind === 'login' || flow.kind === 'registration') && presentOrganization(details)),
    type: flow.type,
    expires_at: timestamp(flow.expiresAt),
    issued_at: timestamp(flow.issuedAt),
    request_url: flow.requestUrl,
    ...(flow.returnTo !== undefined && { return_to: flow.returnTo }),
    ...(flow.active !== undefined && { active: flow.active }),
    ui: {
      ...destination(flow, publicBaseUrl),
      nodes: token === undefined ? flow.nodes : flow.nodes.map((node) => withToken(node, token)),
      ...(flow.messages.length > 0 && { messages: flow.messages }),
    },
    ...(flow.kind === 'login' && {
      created_at: timestamp(flow.issuedAt),
      updated_at: timestamp(flow.updatedAt),
      refresh: details.refresh ?? false,
      requested_aal: details.requestedAal ?? 'aal1',
    }),
    state: flow.state,
    ...(flow.kind !== 'verification' && presentRequest(details)),
    ...(details.identitySchema !== undefined && { identity_schema: details.identitySchema }),
    ...(details.testLogin && { test_context: presentTest(details.testLogin) }),
    ...extra,
  }
}

function presentTest({ providerId, report }: TestLogin): Record<string, unknown> {
  return { provider_id: providerId, ...(report && { debug_payload: report }) }
}

/** Returns the client's request. A verification keeps the challenge for its end and does not show it. */
function presentRequest({ oauth2LoginChallenge, oauth2LoginRequest }: StoredFlow['details']): Record<string, unknown> {
  return {
    ...(oauth2LoginChallenge !== undefined && { oauth2_login_challenge: oauth2LoginChallenge }),
    ...(oauth2LoginRequest !== undefined && { oauth2_login_request: oauth2LoginRequest }),
  }
}

/** Returns the form's address: the flow itself, its successor after a save, or the next page of a verification. */
function destination(flow: StoredFlow, publicBaseUrl: string): { action: string; method: string } {
  const onward = flow.nodes.find((node) => node.attributes.node_type === 'a' && node.attributes.id === 'continue')
  if (flow.state === 'passed_challenge' && onward?.attributes.node_type === 'a') {
    return { action: onward.attributes.href, method: 'GET' }
  }
  return { action: flowAction(publicBaseUrl, flow.kind, flow.details.successorId ?? flow.id), method: 'POST' }
}

function withToken(node: UiNode, value: string): UiNode {
  if (!isInputNode(node) || node.attributes.name !== 'csrf_token') return node
  return { ...node, attributes: { ...node.attributes, value } }
}

type Switches = Pick<IdentityConfig, 'improvements'>

/** Returns the nodes of a flow as newer Ory Kratos has them, or without the parts that 26.2 does not know. */
function withNewerNodes(flow: StoredFlow, { improvements }: Switches): StoredFlow {
  const { choicesAreListed, codesAreFilledIn } = improvements
  const nodes = flow.nodes.map((node) => {
    const listed = choicesAreListed ? node : withoutChoices(node)
    return codesAreFilledIn ? filledIn(listed) : listed
  })
  return { ...flow, nodes }
}

function withoutChoices(node: UiNode): UiNode {
  if (!isInputNode(node) || node.attributes.options === undefined) return node
  const { options: _options, ...attributes } = node.attributes
  return { ...node, attributes }
}

function filledIn(node: UiNode): UiNode {
  if (!isInputNode(node) || node.group !== 'code' || node.attributes.name !== 'code') return node
  return { ...node, attributes: { ...node.attributes, autocomplete: 'one-time-code' } }
}

/** Returns a shown flow with the keys that are newer than 26.2. */
function asNewer(
  shown: Readonly<Record<string, unknown>>,
  { kind }: Pick<StoredFlow, 'kind'>,
  { improvements }: Switches,
): Readonly<Record<string, unknown>> {
  if (kind !== 'settings' || !improvements.settingsNameTheirOrganization) return shown
  const { identity } = shown
  const isIdentity = typeof identity === 'object' && identity !== null && 'organization_id' in identity
  return { organization_id: isIdentity ? identity.organization_id : null, ...shown }
}
