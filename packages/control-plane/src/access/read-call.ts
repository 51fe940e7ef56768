import { pathParameters, type OperationContract, type PathParameter } from '@gatehouse/contract/control-plane'
import { z } from 'zod'

import { RefusalError } from '../http/answer.ts'
import { readJsonBody } from '../http/json-body.ts'

type Params = Readonly<Record<string, string>>

/** Reads the parameters of a path by the contract. Refuses with 400. */
export function readParams(params: Params): Params {
  return Object.fromEntries(
    Object.entries(params).map(([name, text]) => {
      const read = isParameter(name) ? pathParameters[name].safeParse(text) : undefined
      if (read?.success === true) return [name, read.data]
      throw new RefusalError({ code: 400, reason: read?.error.issues[0]?.message ?? `"${name}" is unknown.` })
    }),
  )
}

function isParameter(name: string): name is PathParameter {
  return Object.hasOwn(pathParameters, name)
}

/**
 * Reads the query by the contract: an empty parameter counts as absent, and the first value of a repeated one is used.
 * Refuses with 400. A project's identity service reads the query of forwarded calls itself.
 */
export function readQuery({ query, forwarded }: OperationContract, given: URLSearchParams): unknown {
  if (query === undefined || forwarded === true) return {}
  const sent = Object.entries(query.shape).flatMap(([name, shape]) => {
    const values = given.getAll(name).filter((text) => text !== '')
    if (values.length === 0) return []
    return [[name, isList(shape) ? values : values[0]] as const]
  })
  const read = query.safeParse(Object.fromEntries(sent))
  if (read.success) return read.data
  const [issue] = read.error.issues
  throw new RefusalError({ code: 400, reason: `"${issue?.path.join('.')}" ${issue?.message}` })
}

function isList(shape: unknown): boolean {
  const inner = shape instanceof z.ZodOptional ? shape.unwrap() : shape
  return inner instanceof z.ZodArray
}

/** Reads the body by the contract. Refuses with 400. */
export function readBody({ body }: OperationContract, request: Request): Promise<unknown> {
  if (body === undefined) throw new TypeError('the contract of this operation has no body')
  return readJsonBody(request, body)
}
