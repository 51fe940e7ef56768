import type { LoaderFunctionArgs } from 'react-router'
import { enterProject, type ProjectContext } from '../../control-plane/scope.server.ts'
import { totalIn } from '../../people/answers.server.ts'
import { type Pulse, mostFailed } from '../../pulse/pulse.ts'
import { consoleRequestOf } from '../../request/console-request.ts'

/** Returns the figures that a project's frame follows: jobs, and unless `only=jobs` is asked for, counts. */
export async function loader({ context, params, url }: LoaderFunctionArgs): Promise<Response> {
  const scope = await enterProject(consoleRequestOf(context), params)
  const wantsCounts = url.searchParams.get('only') !== 'jobs'
  const [listed, counts] = await Promise.all([
    scope.may('listJobs') ? scope.load('listJobs') : { jobs: [] },
    wantsCounts ? countsOf(scope) : {},
  ])
  const jobs = listed.jobs.map(({ id, kind, state, done, total, counts: { refused = 0 } }) => {
    return { id, kind, state, done, total, refused }
  })
  const pulse: Pulse = { jobs, ...counts }
  return Response.json(pulse, { headers: { 'cache-control': 'no-store' } })
}

type Counts = Pick<Pulse, 'people' | 'failed'>

/** Counting reads all entries: however many pages are open, a project is counted once in this time. */
const freshMs = 60_000
const recentMs = 7 * 24 * 60 * 60_000

const counted = new Map<string, { readonly at: number; readonly counts: Promise<Counts> }>()

/** Returns the number of people, and of messages that failed lately; a figure outside of the role is absent. */
async function countsOf(scope: ProjectContext): Promise<Counts> {
  const mayRead = { people: scope.may('listIdentities'), failed: scope.may('listCourierMessages') }
  const key = `${scope.project.id} ${String(mayRead.people)} ${String(mayRead.failed)}`
  const now = Date.now()
  const present = counted.get(key)
  if (present !== undefined && now - present.at < freshMs) return present.counts
  for (const [other, { at }] of counted) if (now - at >= freshMs) counted.delete(other)
  const counts = count(scope, mayRead)
  counted.set(key, { at: now, counts })
  counts.catch(() => counted.delete(key))
  return counts
}

async function count({ admin }: ProjectContext, mayRead: { people: boolean; failed: boolean }): Promise<Counts> {
  const [people, failed] = await Promise.all([
    mayRead.people ? admin.listIdentities({ page: 0, per_page: 1 }) : undefined,
    mayRead.failed
      ? admin.listCourierMessages({ status: 'abandoned', page_size: mostFailed, redacted: true })
      : undefined,
  ])
  const since = new Date(Date.now() - recentMs).toISOString()
  return {
    people: people?.kind === 'ok' ? totalIn(people) : undefined,
    failed: failed?.kind === 'ok' ? failed.body.filter((one) => one.created_at > since).length : undefined,
  }
}
