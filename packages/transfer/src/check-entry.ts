import { z } from 'zod'
import type { Json } from './import-entry.ts'

const address = z.object({ value: z.string().min(1), via: z.string().min(1) })

/** The shape that every service requires of an identity. The service judges the rest. */
const shape = z.object({
  schema_id: z.string().min(1),
  traits: z.record(z.string(), z.unknown()),
  state: z.enum(['active', 'inactive', '']).optional(),
  credentials: z.record(z.string(), z.object({ config: z.record(z.string(), z.unknown()) })).nullish(),
  verifiable_addresses: z.array(address.extend({ verified: z.boolean().optional() })).nullish(),
  recovery_addresses: z.array(address).nullish(),
})

/** Returns why no service would take an identity; undefined if one might. Names positions, never values. */
export function faultOf(create: Json): string | undefined {
  const result = shape.safeParse(create)
  if (result.success) return undefined
  const [issue] = result.error.issues
  const path = issue?.path.map(String).join('.') ?? ''
  return `${path === '' ? 'the identity' : path} is wrong: ${(issue?.message ?? '').replace(/^Invalid input: /, '')}`
}

/** Tells whether the service has to make a hash for it, which takes time. */
export function hasPlainPassword({ credentials }: Json): boolean {
  const plain = z.object({ password: z.object({ config: z.object({ password: z.string().min(1) }) }) })
  return plain.safeParse(credentials).success
}
