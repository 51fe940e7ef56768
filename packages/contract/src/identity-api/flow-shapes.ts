import { z } from 'zod'

import { identity, session } from './account-shapes.ts'

const anything = z.unknown()
const time = z.iso.datetime({ offset: true })

/** A text of the service, by its id. */
const message = z
  .looseObject({
    id: z.int(),
    text: z.string(),
    type: z.enum(['info', 'error', 'success']),
    context: z.record(z.string(), anything).optional(),
  })
  .meta({ id: 'UiText' })

/** One element of a form. */
const node = z
  .looseObject({
    type: z.enum(['input', 'img', 'a', 'text', 'script', 'div']),
    group: z.string(),
    attributes: z.looseObject({ node_type: z.string() }),
    messages: z.array(message),
    meta: z.looseObject({ label: message.optional() }),
  })
  .meta({ id: 'UiNode' })

/** The next action of a client. */
const continueWith = z.looseObject({ action: z.string() }).meta({ id: 'ContinueWith' })

/** A form and everything that drawing it takes. */
export const flow = z
  .looseObject({
    id: z.guid(),
    type: z.enum(['browser', 'api']).optional(),
    expires_at: time.optional(),
    issued_at: time.optional(),
    request_url: z.string().optional(),
    return_to: z.string().optional(),
    active: z.string().optional(),
    state: z.string().optional(),
    test_context: z
      .looseObject({ provider_id: z.string(), debug_payload: z.record(z.string(), anything).optional() })
      .optional(),
    ui: z.looseObject({
      action: z.string(),
      method: z.string(),
      nodes: z.array(node),
      messages: z.array(message).optional(),
    }),
    continue_with: z.array(continueWith).nullish(),
  })
  .meta({ id: 'Flow' })

/** A sign-in or sign-up that succeeded. */
export const completed = z
  .looseObject({
    session: session.optional(),
    session_token: z.string().optional(),
    identity: identity.optional(),
    continue_with: z.array(continueWith).nullish(),
  })
  .meta({ id: 'SuccessfulNativeLogin' })

/** The body for a method of a flow: `method`, its fields, and the anti-CSRF token of a browser. */
export const flowBody = z
  .looseObject({
    method: z.string().optional(),
    csrf_token: z.string().optional(),
    identifier: z.string().optional(),
    password: z.string().optional(),
    email: z.string().optional(),
    code: z.string().optional(),
    totp_code: z.string().optional(),
    lookup_secret: z.string().optional(),
    provider: z.string().optional(),
    traits: z.record(z.string(), anything).optional(),
    transient_payload: z.record(z.string(), anything).optional(),
  })
  .meta({ id: 'UpdateFlowBody' })

/** Why a call was refused. */
export const errorEnvelope = z
  .looseObject({
    error: z.looseObject({
      id: z.string().optional(),
      code: z.int().optional(),
      status: z.string().optional(),
      message: z.string(),
      reason: z.string().optional(),
    }),
  })
  .meta({ id: 'ErrorGeneric' })
