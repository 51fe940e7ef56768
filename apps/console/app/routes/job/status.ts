import type { LoaderFunctionArgs } from 'react-router'
import { readJob } from './job-status.server.ts'

/** Returns the progress of a job as JSON, for the page that follows it. */
export async function loader(args: LoaderFunctionArgs) {
  return Response.json(await readJob(args), { headers: { 'cache-control': 'no-store' } })
}
