import { contractOf } from '@gatehouse/contract/control-plane'
import { z } from 'zod'

import { RefusalError, type Refusal } from '../http/answer.ts'
import type { RemoteControlPlane, RemoteCall } from './control-plane.ts'

/** Calls a remote control plane and returns its success. Refuses with the fault, in our own words. */
export type Reach = (call: RemoteCall) => Promise<Response>

/** Creates the function that calls a remote control plane. */
export function createReach({ url, call }: RemoteControlPlane): Reach {
  const there = `The control plane at ${url.origin}`
  return async (request) => {
    const answer = await call(request)
    switch (answer.kind) {
      case 'unreachable':
        throw refused(503, 'control_plane_unreachable', `${there} does not answer. Is it running, and the URL right?`)
      case 'timed_out':
        throw refused(
          504,
          'control_plane_unreachable',
          `${there} took too long to answer. Nothing is known of the change.`,
        )
      case 'answered': {
        const { response } = answer
        if (response.ok) return response
        throw await refusalOf(there, request, response)
      }
    }
    answer satisfies never
    throw new TypeError('an unknown kind of answer')
  }
}

async function refusalOf(there: string, call: RemoteCall, response: Response): Promise<RefusalError> {
  const { status } = response
  if (status === 401) {
    const reason =
      `${there} refuses the key of this console: it was revoked, or has expired. ` +
      'Make a workspace API key there, set GATEHOUSE_CONTROL_PLANE_KEY and start again.'
    return refused(502, 'control_plane_key_refused', reason)
  }
  if (isLacked(call, status)) return refused(501, 'feature_not_available', `${there} does not offer this.`)
  const { error } = envelope.safeParse(await readJson(response)).data ?? {}
  if (error === undefined || status < 400 || status >= 500) {
    const reason = `${there} gave an answer that cannot be used (status ${status}).`
    return refused(502, 'control_plane_unreachable', reason)
  }
  const said = error.reason ?? error.error_description ?? error.message ?? 'It gives no reason.'
  const id = isStale(call, status) ? 'stale_revision' : error.id
  const details = error.details && { details: error.details }
  return new RefusalError({ code: status, ...(id && { id }), reason: said, ...details })
}

/** Returns whether a status means that the remote control plane lacks an operation which is not Ory's. */
function isLacked({ operation, method, path, params }: RemoteCall, status: number): boolean {
  // Ory has these at each project's own address.
  const isOurs = contractOf(operation).origin === 'ours' || path.includes('/admin/')
  if (!isOurs || ![404, 405, 501].includes(status)) return false
  return method !== 'GET' || Object.keys(params).length === 1
}

function isStale({ operation }: RemoteCall, status: number): boolean {
  return operation === 'patchProjectWithRevision' && status === 409
}

const knownIds = ['feature_not_available', 'quota_exceeded', 'stale_revision', 'confirmation_required'] as const
const sentence = z.string().optional().catch(undefined)
const envelope = z.object({
  error: z.object({
    id: z.enum(knownIds).optional().catch(undefined),
    reason: sentence,
    message: sentence,
    error_description: sentence,
    details: z.record(z.string(), z.unknown()).optional().catch(undefined),
  }),
})

async function readJson(response: Response): Promise<unknown> {
  try {
    return await response.json()
  } catch {
    return undefined
  }
}

function refused(code: number, id: NonNullable<Refusal['id']>, reason: string): RefusalError {
  return new RefusalError({ code, id, reason })
}
