import { Ajv2020 } from 'ajv/dist/2020.js'
import type { ValidateFunction } from 'ajv'
import type { Operation } from '@gatehouse/contract/control-plane'
import { z } from 'zod'

import { createRouteTable } from '@gatehouse/platform/http'
import { operationRows } from './routes.ts'

const match = createRouteTable(operationRows)
const ajv = new Ajv2020({ strict: false, allErrors: true, validateFormats: false })
const compiled = new Map<string, ValidateFunction>()

/** Returns the answer if a success has exactly the fields of its operation's contract. Throws otherwise. */
export async function keptToContract(request: Request, response: Response): Promise<Response> {
  const found = match(request.method, new URL(request.url).pathname)
  if (found.kind !== 'found' || !response.ok || request.method === 'HEAD') return response
  const { operation, answers, forwarded, otherMedia = [] } = found.row
  const type = response.headers.get('content-type') ?? ''
  // The contract does not describe the answers of a project's identity service.
  if (forwarded === true || otherMedia.some((media) => type.startsWith(media))) return response
  const shape = answers[response.status]
  if (shape === undefined)
    throw new Error(`${operation} answered ${response.status}, of which its contract says nothing`)
  const text = await response.clone().text()
  if (shape === null) {
    if (text !== '') throw new Error(`${operation} answered a body where its contract has none`)
    return response
  }
  const validate = validatorOf(operation, response.status, shape)
  if (!validate(JSON.parse(text))) {
    throw new Error(
      `${operation} answered something else than its contract says: ${ajv.errorsText(validate.errors)}\n${text}`,
    )
  }
  return response
}

function validatorOf(operation: Operation, status: number, shape: z.ZodType): ValidateFunction {
  const key = `${operation} ${status}`
  const present = compiled.get(key)
  if (present !== undefined) return present
  const validate = ajv.compile(z.toJSONSchema(shape, { io: 'output', reused: 'inline' }))
  compiled.set(key, validate)
  return validate
}
