import type { LoaderFunctionArgs } from 'react-router'
import { notFound, refusedByEdge } from '../../failure/fail.server.ts'
import { consoleRequestOf } from '../../request/console-request.ts'

/** Draws the failure that another address answered with. No link points to this address. */
export async function loader({ context }: LoaderFunctionArgs) {
  const page = consoleRequestOf(context)
  if (page.refused !== undefined) throw refusedByEdge(page, page.refused)
  if (page.failed === undefined) throw notFound(page)
  throw Response.json(page.failed.failure, { status: page.failed.status })
}

/** Never drawn: the loader throws. */
export default function Failed() {
  return null
}
