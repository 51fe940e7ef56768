import { join } from 'node:path'
import { createRequestHandler, type ServerBuild } from 'react-router'
import { parseEntryModule } from './entry-module.ts'
import type { ConsoleDeps, PageDeps, RequestInfo } from './page-deps.ts'
import { createStaging } from './imports/staging.ts'
import { createJobRecords } from './jobs/job-records.ts'
import { createJobs } from './jobs/jobs.ts'

/** The console as a function: a request in, a page out. Rejects never; failures become pages. */
export type ConsoleHandler = (request: Request, info: RequestInfo) => Promise<Response>

/** Puts the built console to work. `build` is React Router's server build, from disk or from Vite. */
export function createConsoleHandler(build: ServerBuild, deps: ConsoleDeps): ConsoleHandler {
  const entry = parseEntryModule(build.entry.module)
  const respond = createRequestHandler(build, deps.dev ? 'development' : 'production')
  const pageDeps: PageDeps = {
    ...deps,
    jobs: createJobs({ records: createJobRecords(join(deps.folder, 'jobs')), onError: deps.onError }),
    imports: createStaging(join(deps.folder, 'imports')),
  }
  return async (request, info) => {
    const page = entry.openConsoleRequest(request, pageDeps, info)
    const response = await respond(request, entry.consoleRequestProvider(page))
    return entry.completeResponse(response, page)
  }
}
