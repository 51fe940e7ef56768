import type { Message } from '@gatehouse/contract/flows'
import { textOf } from './node-facts.ts'

/** A backup code; a spent code is replaced by a sentence that says so. */
export interface ShownSecret {
  readonly text: string
  readonly used: boolean
}

const usedSecret = 1050014

/** Returns the backup codes inside a text, if it carries some. */
export function secretsOf(message: Message): readonly ShownSecret[] | undefined {
  const list = message.context?.['secrets']
  if (!Array.isArray(list)) return undefined
  return list.map((entry: unknown) => {
    const used = read(entry, 'id') === usedSecret
    const secret = used ? '' : textOf(read(read(entry, 'context'), 'secret'))
    return { text: secret || textOf(read(entry, 'text')), used }
  })
}

function read(value: unknown, key: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined
}
