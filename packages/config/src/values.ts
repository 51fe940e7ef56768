import { networksOf } from '@gatehouse/platform/networks'
import { Secret } from '@gatehouse/platform/secrets'
import type { SecretGenerations } from './generated-secrets.ts'
import { z } from 'zod'
import type { Rate } from './config.ts'

// Values are text from the environment, and text, numbers or booleans from YAML; each parser accepts all of them.
const text = z.union([z.string(), z.number(), z.boolean()]).transform((value) => String(value).trim())

/** Text that must not be empty. */
export const nonEmpty = text.refine((value) => value !== '', 'is empty')

/** `true` or `false`. */
export const flag = text.transform((value, context): boolean => {
  const word = value.toLowerCase()
  if (word === 'true' || word === '1') return true
  if (word === 'false' || word === '0') return false
  context.addIssue(`is "${value}", but must be true or false`)
  return z.NEVER
})

/** An absolute http or https URL without credentials. */
export const httpUrl = text.transform((value, context): URL => {
  const url = URL.canParse(value) ? new URL(value) : undefined
  if (url === undefined || (url.protocol !== 'http:' && url.protocol !== 'https:')) {
    context.addIssue(`is "${value}", but must be a URL that begins with http:// or https://`)
    return z.NEVER
  }
  if (url.username !== '' || url.password !== '') {
    context.addIssue('contains a user name or password, which URLs of services must not')
    return z.NEVER
  }
  return url
})

/** A URL that names an origin only: scheme, host and port. */
export const originUrl = httpUrl.refine(
  (url) => url.pathname === '/' && url.search === '' && url.hash === '',
  'has a path, but must be an origin alone such as https://accounts.example',
)

/** Origins, separated by commas or spaces, or a list of them. */
export const originList = z
  .union([z.array(text), text.transform((value) => value.split(/[\s,]+/).filter((part) => part !== ''))])
  .transform((list, context): readonly string[] =>
    list.flatMap((value) => {
      const parsed = originUrl.safeParse(value)
      if (parsed.success) return [parsed.data.origin]
      context.addIssue(`has the entry "${value}", which ${parsed.error.issues[0]?.message ?? 'is no origin'}`)
      return []
    }),
  )

/** Whole seconds, up to five minutes. */
export const drainSeconds = text.transform((value, context): number => {
  if (/^\d{1,3}$/.test(value) && Number(value) <= 300) return Number(value)
  context.addIssue(`is "${value}", but must be a number of seconds from 0 to 300`)
  return z.NEVER
})

/** The number of serving processes. */
export const workers = text.transform((value, context): number => {
  const number = Number(value)
  if (/^\d{1,3}$/.test(value) && number >= 1 && number <= 128) return number
  context.addIssue(`is "${value}", but must be a number of processes from 1 to 128`)
  return z.NEVER
})

/** A TCP port; 0 lets the system choose. */
export const port = text.transform((value, context): number => {
  const number = Number(value)
  if (/^\d+$/.test(value) && number <= 65_535) return number
  context.addIssue(`is "${value}", but must be a port between 0 and 65535`)
  return z.NEVER
})

/** A domain name, in lower case. */
export const domain = text.transform((value, context): string => {
  const name = value.toLowerCase()
  const hasShortLabels = name.split('.').every((label) => label.length <= 63)
  if (hasShortLabels && /^(?:[a-z0-9](?:-*[a-z0-9])*\.)*[a-z][a-z0-9-]*$/.test(name)) return name
  context.addIssue(`is "${value}", but must be a domain such as accounts.example, without scheme and port`)
  return z.NEVER
})

/** A number of days: 1 to ten years. */
export const days = text.transform((value, context): number => {
  const number = Number(value)
  if (/^\d+$/.test(value) && number >= 1 && number <= 3_650) return number
  context.addIssue(`is "${value}", but must be a number of days between 1 and 3650`)
  return z.NEVER
})

/** A number of days, or `off` (0 after parsing). */
export const daysOrOff = text.transform((value, context): number => {
  if (value.toLowerCase() === 'off' || value === '0' || value.toLowerCase() === 'false') return 0
  const number = Number(value)
  if (/^\d+$/.test(value) && number <= 365) return number
  context.addIssue(`is "${value}", but must be off or a number of days up to 365`)
  return z.NEVER
})

/** A number of hours, or off (0 after parsing). */
export const hoursOrOff = text.transform((value, context): number => {
  if (value.toLowerCase() === 'off' || value === '0' || value.toLowerCase() === 'false') return 0
  const number = Number(value)
  if (/^\d+$/.test(value) && number <= 720) return number
  context.addIssue(`is "${value}", but must be off or a number of hours up to 720`)
  return z.NEVER
})

const unitMs: Readonly<Record<string, number>> = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 }

/** A rate limit such as `10/15m`, or `off` (undefined after parsing). */
export const rate = text.transform((value, context): Rate | 'off' => {
  if (value.toLowerCase() === 'off' || value === 'false') return 'off'
  const [, count = '', amount = '', unit = ''] = /^(\d{1,6})\/(\d{1,4})([smhd])$/.exec(value) ?? []
  const periodMs = Number(amount) * (unitMs[unit] ?? 0)
  if (Number(count) > 0 && periodMs > 0 && periodMs <= 7 * 86_400_000) return { count: Number(count), periodMs }
  context.addIssue(`is "${value}", but must be a number and a time such as 10/15m (at most seven days), or off`)
  return z.NEVER
})

const listed = z.union([z.array(text).transform((words) => words.join(',')), text])

/** The networks of proxies that are believed. `true` and `1` mean this machine. */
export const trustedProxies = listed.transform((value, context): readonly string[] => {
  const word = value.trim().toLowerCase()
  if (word === 'false' || word === '0') return []
  if (word === 'true' || word === '1') return networksOf('loopback') ?? []
  const networks: string[] = []
  for (const one of word.split(',').map((part) => part.trim())) {
    const found = networksOf(one)
    if (found === undefined) {
      const hint = /^\d$/.test(one) ? 'a number does not say which proxies these are; ' : ''
      context.addIssue(
        `is "${value}": ${hint}name addresses or networks, separated by commas, such as 10.1.0.7,10.2.0.0/16; true for a proxy on this machine, private for one in a private network`,
      )
      return z.NEVER
    }
    networks.push(...found)
  }
  return networks
})

/** A value that must never be shown. */
export const secret = nonEmpty.transform((value) => new Secret(value))

/** A URL of a mail server, secret because it contains a password. */
export const smtpUrl = text.transform((value, context): Secret => {
  if (URL.canParse(value) && /^smtps?:$/.test(new URL(value).protocol)) return new Secret(value)
  context.addIssue('is not a mail server, but must look like smtps://user:password@mail.example:465')
  return z.NEVER
})

export const databaseUrl = text.transform((value, context): Secret => {
  if (URL.canParse(value) && /^postgres(?:ql)?:$/.test(new URL(value).protocol)) return new Secret(value)
  context.addIssue('is no PostgreSQL database, but must look like postgres://user:password@db.example:5432/gatehouse')
  return z.NEVER
})

/** A key long enough not to be guessed. */
export const accessKey = text.transform((value, context): Secret => {
  if (value.length >= 16) return new Secret(value)
  context.addIssue('is shorter than 16 characters; make one with: openssl rand -base64 32')
  return z.NEVER
})

/** Secrets from which others are derived, separated by commas, the newest first. */
export const masterSecrets = listed.transform((value, context): SecretGenerations => {
  const [newest = '', ...older] = value.split(',').map((one) => one.trim())
  if ([newest, ...older].every((one) => one.length >= 32)) {
    return [new Secret(newest), ...older.map((one) => new Secret(one))]
  }
  context.addIssue('has one of fewer than 32 characters; make one with: openssl rand -base64 32')
  return z.NEVER
})

/** The log level. */
export const logLevel = z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'], {
  error: 'must be one of fatal, error, warn, info, debug, trace, silent',
})

/** Names of headers, separated by commas or spaces, or a list of them; in lower case. */
export const headerNames = z
  .union([z.array(text), text.transform((value) => value.split(/[\s,]+/).filter((part) => part !== ''))])
  .transform((list, context): readonly string[] =>
    list.flatMap((value) => {
      if (/^[\w-]{1,64}$/.test(value)) return [value.toLowerCase()]
      context.addIssue(`has the entry "${value}", which is no name of a header`)
      return []
    }),
  )
