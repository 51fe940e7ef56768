import { z } from 'zod'

/** A name that people see: one line, neither empty nor longer than an address bar is wide. */
export const displayName = z
  .string()
  .trim()
  .min(1, 'it is empty')
  .max(120, 'it is longer than 120 characters')
  .regex(/^[^\p{Cc}\p{Cs}\u2028\u2029]*$/u, 'it holds control characters')

/** A moment as the wire writes it, in Unix milliseconds. */
export const moment = z.iso
  .datetime({ offset: true, message: 'it is no time such as 2026-11-22T09:00:00Z' })
  .transform((text) => Date.parse(text))
  .refine((at) => Number.isFinite(at), 'it is no time that exists')

/** Where data lives, by the names of the field's API. One process has one place: the region is a label. */
export const regions = ['eu-central', 'asia-northeast', 'us-east', 'us-west', 'eu', 'asia', 'us', 'global'] as const
/** Some lie within others: `eu-central` within `eu`, and all of them within `global`. */
export type Region = (typeof regions)[number]
/** A region as bodies name it. What is none of them is refused. */
export const region = z.enum(regions)
