import { z } from 'zod'
import type { Message } from '@gatehouse/contract/flows'

import type { OutboundAnswer } from '@gatehouse/platform/outbound'
import type { Rejected } from '../flows/ports/strategy-outcome.ts'
import type { IdentityChange } from '../flows/ports/web-hooks.ts'

/** What an interrupting hook's answer means. */
export type HookReply =
  | { readonly kind: 'go_on'; readonly change: IdentityChange | undefined }
  | { readonly kind: 'reject'; readonly rejected: Rejected }
  | { readonly kind: 'unusable' }

const text = z.string().max(2_000)

const refusal = z.object({
  messages: z
    .array(
      z.object({
        instance_ptr: text.default(''),
        messages: z
          .array(
            z.object({
              id: z.int(),
              text,
              type: z.enum(['info', 'error', 'success']).default('error'),
              context: z.record(z.string(), z.unknown()).nullish(),
            }),
          )
          .max(20),
      }),
    )
    .min(1)
    .max(50),
})

const consent = z.object({
  identity: z
    .object({
      traits: z.record(z.string(), z.unknown()).optional(),
      metadata_public: z.unknown().optional(),
      metadata_admin: z.unknown().optional(),
      external_id: z.string().max(255).optional(),
    })
    .nullish(),
})

/**
 * Reads an answer: 2xx goes on, and may bring changes; 4xx with `messages` rejects, each at the field its JSON pointer
 * names (`#/traits/email`) or at the form. Everything else is of no use.
 */
export function readReply({ status, body }: OutboundAnswer): HookReply {
  const json = readJson(body)
  if (status >= 200 && status < 300) {
    const read = consent.safeParse(json ?? {})
    return read.success ? { kind: 'go_on', change: read.data.identity ?? undefined } : { kind: 'unusable' }
  }
  const read = refusal.safeParse(json)
  if (status < 400 || status >= 500 || !read.success) return { kind: 'unusable' }
  const all = read.data.messages.flatMap(({ instance_ptr: pointer, messages }) =>
    messages.map(({ id, text: words, type, context }) => {
      const message: Message = { id, text: words, type, ...(context && { context }) }
      return { field: fieldOf(pointer), message }
    }),
  )
  return {
    kind: 'reject',
    rejected: {
      kind: 'rejected',
      form: all.filter(({ field }) => field === '').map(({ message }) => message),
      fields: all.filter(({ field }) => field !== ''),
    },
  }
}

/** `#/traits/name/first` → `traits.name.first`. */
function fieldOf(pointer: string): string {
  return pointer
    .replace(/^#?\/?/, '')
    .split('/')
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))
    .join('.')
}

function readJson(body: string): unknown {
  try {
    return JSON.parse(body)
  } catch {
    return undefined
  }
}
