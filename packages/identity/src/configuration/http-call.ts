import { z } from 'zod'

import { Secret } from '@gatehouse/platform/secrets'

import type { HttpAuth } from '../outbound/authentication.ts'

/** The name of an HTTP header. */
export const headerName = z.string().regex(/^[\w!#$%&'*.^`|~+-]+$/, 'is no name of a header')
const headerValue = z.string().regex(/^[\t\x20-\x7e\x80-\xff]*$/, 'is no value of a header')
/** The value of an HTTP header that must never be printed. */
export const secretText = headerValue.transform((text) => new Secret(text))

const auth: z.ZodType<HttpAuth> = z.discriminatedUnion('type', [
  z.strictObject({
    type: z.literal('api_key'),
    config: z.strictObject({ name: headerName, value: secretText, in: z.enum(['header', 'cookie']) }),
  }),
  z.strictObject({ type: z.literal('basic_auth'), config: z.strictObject({ user: z.string(), password: secretText }) }),
  z.strictObject({
    type: z.literal('hmac'),
    config: z.strictObject({
      secret: z
        .string()
        .min(24, 'is too short: a secret has at least 24 characters')
        .transform((text) => new Secret(text)),
    }),
  }),
])

/** A method of HTTP. Methods with a body are recognized in capitals only; Go sends any other word as well. */
const method = z
  .string()
  .regex(/^[\w!#$%&'*.^`|~+-]+$/, 'is no method of HTTP; write it like POST')
  .transform((text) => (/^(?:post|put|patch|get|delete)$/i.test(text) ? text.toUpperCase() : text))

/** A call over HTTP, as hooks and courier channels are configured. */
export const httpCall = z.strictObject({
  url: z.url({ protocol: /^https?$/, error: 'is no http or https URL' }),
  method: method.default('POST'),
  headers: z.record(headerName, headerValue).default({}),
  body: z.string().min(1).optional(),
  auth: auth.optional(),
})
