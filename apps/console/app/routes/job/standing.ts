import type { LoaderFunctionArgs } from 'react-router'
import { readStanding } from './standing.server.ts'

/** How a piece of work stands, as JSON, for the page that follows it. */
export async function loader(args: LoaderFunctionArgs) {
  return Response.json(await readStanding(args), { headers: { 'cache-control': 'no-store' } })
}
