import { z } from 'zod'

import { httpCall } from './http-call.ts'

/** The texts of a message. */
export const messageTexts = z.strictObject({
  email: z
    .strictObject({
      subject: z.string().optional(),
      body: z.strictObject({ plaintext: z.string().optional(), html: z.string().optional() }).prefault({}),
    })
    .optional(),
  sms: z.strictObject({ body: z.strictObject({ plaintext: z.string().optional() }).prefault({}) }).optional(),
})
/** Messages with one text for an address with an account, and one for an address without. */
export const messageKinds = [
  'recovery',
  'recovery_code',
  'verification',
  'verification_code',
  'login_code',
  'registration_code',
] as const
const ofKind = z.strictObject({ valid: messageTexts.optional(), invalid: messageTexts.optional() }).optional()
/** The own texts of messages, by kind. */
export const ownTemplates = z.strictObject({
  recovery: ofKind,
  recovery_code: ofKind,
  verification: ofKind,
  verification_code: ofKind,
  login_code: ofKind,
  registration_code: ofKind,
  verifiable_address_changed: messageTexts.optional(),
} satisfies Record<(typeof messageKinds)[number] | 'verifiable_address_changed', unknown>)

/** The keys of `courier` beside `smtp` and `message_retries`. */
export const courierKeys = {
  delivery_strategy: z.enum(['smtp', 'http']).default('smtp'),
  http: z.strictObject({ request_config: httpCall.optional() }).prefault({}),
  channels: z
    .array(z.strictObject({ id: z.enum(['sms', 'email']), type: z.literal('http'), request_config: httpCall }))
    .default([]),
  template_override_path: z.string().optional(),
  templates: ownTemplates.prefault({}),
}
