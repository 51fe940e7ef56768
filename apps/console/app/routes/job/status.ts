import type { LoaderFunctionArgs } from 'react-router'
import { readJob } from './job-status.server.ts'

/** How far a piece of work is, as JSON, for the page that follows it. */
export async function loader(args: LoaderFunctionArgs) {
  return Response.json(await readJob(args), { headers: { 'cache-control': 'no-store' } })
}
