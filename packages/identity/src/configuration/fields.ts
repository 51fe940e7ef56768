import { withoutTrailing } from '@gatehouse/contract/http'
import { z } from 'zod'

import { Secret } from '@gatehouse/platform/secrets'

import { parseDuration } from './duration.ts'

/** A Go duration; milliseconds after parsing. */
export const duration = z.string().transform((text, context) => {
  const ms = parseDuration(text)
  if (ms === undefined) context.addIssue('is no duration; write it like 1h30m, 10m or 1s')
  return ms ?? 0
})

/** An absolute URL; without its trailing slash after parsing. */
export const baseUrl = z
  .url({ protocol: /^https?$/, error: 'is no URL; write it like https://auth.example.org' })
  .transform((url) => withoutTrailing(url, '/'))

/** Schemes that a browser would execute, or show as our own page, rather than follow. */
const unsafeSchemes: ReadonlySet<string> = new Set(['javascript:', 'data:', 'vbscript:', 'blob:', 'file:', 'about:'])

const wayOut =
  'is no address to send a browser to; write it like https://app.example.org/login, or with the scheme of an app'

/** A URL of any scheme (`myapp://callback` is one) that browsers can open. */
export const anyUrl = z
  .string()
  .refine((value) => URL.canParse(value), 'is no absolute URL; write it like https://app.example.org/login')
  .refine((value) => !unsafeSchemes.has(URL.parse(value)?.protocol ?? ''), wayOut)

/** An absolute path, as browsers read it: neither `//host` nor a backslash, which would be one. */
const ownPath = /^\/(?![/\\])[^\\\s\p{Cc}]*$/u

/** The target of a redirect: a URL of any scheme, or a path of the public address (`/login`). */
export const pageUrl = z
  .string()
  .refine((value) => ownPath.test(value) || URL.canParse(value), {
    error: 'is no address; write it like https://app.example.org/login, or /login for a path of serve.public.base_url',
  })
  .refine((value) => !unsafeSchemes.has(URL.parse(value)?.protocol ?? ''), wayOut)

/** `Path` of a cookie: a semicolon or a control character would add attributes (RFC 6265, 4.1.1). */
export const cookiePath = z
  .string()
  .regex(/^\/[\x20-\x3a\x3c-\x7e]*$/, 'is no path of a cookie; write it like /, without semicolons and line breaks')

/** `Domain` of a cookie: a host name, with or without a dot before it. */
export const cookieDomain = z
  .string()
  .max(254)
  .regex(
    /^\.?[a-z0-9-]{1,63}(\.[a-z0-9-]{1,63}){0,126}$/i,
    'is no domain of a cookie; write it like example.org, without scheme, port, path and semicolons',
  )

/** A TCP port. At 0 the system picks a free one. */
export const port = z.int().min(0).max(65_535)

/** A text that must never be printed. */
export const secret = z.string().transform((text) => new Secret(text))

/** Returns the shape of a list of secrets, each of at least this many characters. */
export function secrets(shortest: number) {
  return z.array(
    z
      .string()
      .min(shortest, `is too short: a secret has at least ${shortest} characters`)
      .transform((text) => new Secret(text)),
  )
}

/** A size such as `128MB`; KiB after parsing. As in Kratos, units are powers of 1024. */
export const memoryKiB = z.string().transform((text, context) => {
  const match = /^(\d+)(B|KB|MB|GB)$/.exec(text)
  const kib = Number(match?.[1]) * ({ B: 1 / 1024, KB: 1, MB: 1024, GB: 1024 * 1024 }[match?.[2] ?? ''] ?? Number.NaN)
  if (!Number.isInteger(kib)) context.addIssue('is no memory size; write it like 128MB')
  return kib
})

/** `SameSite` of a cookie, in the spelling of Kratos' file. */
export const sameSite = z.enum(['Lax', 'Strict', 'None'])
/** `required_aal`; see `AalPolicy`. */
export const aalPolicy = z.enum(['aal1', 'highest_available'])
/** `use` of recovery and of verification: a code to type, or a link to open. */
export const recoveryMethod = z.enum(['code', 'link'])
