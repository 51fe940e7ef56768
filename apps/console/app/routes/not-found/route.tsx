import type { LoaderFunctionArgs } from 'react-router'
import { enterScope } from '../../control-plane/scope.server.ts'
import { notFound } from '../../failure/fail.server.ts'
import { consoleRequestOf } from '../../request/console-request.ts'

/** An address that is no page: in the frame of the workspace or project that it names, if the operator may enter it. */
async function refuse({ context, params }: LoaderFunctionArgs): Promise<never> {
  const page = consoleRequestOf(context)
  if (params['workspace'] !== undefined) await enterScope(page, params)
  throw notFound(page)
}

export const loader = refuse
export const action = refuse

export default function NotFound() {
  return null
}
