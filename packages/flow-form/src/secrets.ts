import type { Message } from '@gatehouse/contract/messages'
import { textOf } from './node-facts.ts'

export interface ShownSecret {
  readonly text: string
  readonly used: boolean
}

const usedSecret = 1050014

/** The backup codes inside a text, where it carries some. */
export function secretsOf(message: Message): readonly ShownSecret[] | undefined {
  const list = message.context?.['secrets']
  if (!Array.isArray(list)) return undefined
  return list.map((entry: unknown) => {
    const text = textOf(read(read(entry, 'context'), 'secret')) || textOf(read(entry, 'text'))
    return { text, used: read(entry, 'id') === usedSecret }
  })
}

function read(value: unknown, key: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined
}
