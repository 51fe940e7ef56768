import { Alert, Panel, Row } from '@gatehouse/design/content'
import { ButtonLink } from '@gatehouse/design/controls'
import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect, useLoaderData, useParams } from 'react-router'
import { enterProject } from '../../control-plane/scope.server.ts'
import { forbidden, refusalPage } from '../../failure/fail.server.ts'
import { ConsoleForm } from '../../form/console-form.tsx'
import { readForm } from '../../form/fields.server.ts'
import { jobOutcome, orderedCounts, resultText } from '../../jobs/job-results.ts'
import type { JobView } from '../../jobs/job-view.ts'
import { PageHead } from '../../page/page-head.tsx'
import { PageLink } from '../../page/page-link.tsx'
import { useProjectRoot } from '../../scopes/use-project-root.ts'
import { consoleRequestOf } from '../../request/console-request.ts'
import { Instant } from '../../text/instant.tsx'
import { useText } from '../../text/texts.tsx'
import { useMay } from '../../scopes/use-scope.ts'
import classes from './job.module.css'
import { readJob } from './job-status.server.ts'
import { Refusals } from './refusals.tsx'
import { refusalsOf } from './refusals.server.ts'
import { useJobStatus } from './use-job-status.ts'

export async function loader(args: LoaderFunctionArgs) {
  const job = await readJob(args)
  const scope = await enterProject(consoleRequestOf(args.context), args.params)
  return { job, refusals: await refusalsOf(scope, job) }
}

export async function action({ request, context, params }: ActionFunctionArgs) {
  const page = consoleRequestOf(context)
  const scope = await enterProject(page, params)
  const form = await readForm(request)
  if (form.intent !== 'stop' || !scope.may('stopJob')) throw forbidden(page)
  const id = params['job'] ?? ''
  const stopped = await scope.call('stopJob', { params: { job_id: id } })
  if (stopped.kind === 'refused') throw refusalPage(page, stopped.status, stopped.reason, stopped.id)
  return redirect(`${scope.address}/jobs/${id}`, 303)
}

/** A job: its progress, its result, and the button that stops it. */
export default function JobPage() {
  const t = useText('console_people')
  const { job: id = '' } = useParams()
  const here = `${useProjectRoot()}/jobs/${id}`
  const loaded = useLoaderData<typeof loader>()
  const job = useJobStatus(loaded.job, `${here}/status`)
  return (
    <>
      <PageHead title={t(`jobs.${job.kind}`)} intro={t('jobs.by', { name: job.started_by })} />
      <Progress job={job} />
      {job.state === 'interrupted' && <Alert kind="info">{t('jobs.interrupted')}</Alert>}
      {job.failure !== null && (
        <Alert kind="error" title={t('jobs.failure')}>
          <span lang="en">{job.failure}</span>
        </Alert>
      )}
      <Panel>
        <Row title={t('jobs.started')}>
          <Instant at={job.started_at} />
        </Row>
        {job.ended_at !== null && (
          <Row title={t('jobs.ended')}>
            <Instant at={job.ended_at} />
          </Row>
        )}
      </Panel>
      {loaded.refusals.length > 0 && <Refusals refusals={loaded.refusals} count={job.counts['refused'] ?? 0} />}
      <Actions job={job} here={here} />
    </>
  )
}

/** How far the job is, and how many of each result it has. */
function Progress({ job }: { readonly job: JobView }) {
  const t = useText('console_people')
  const running = job.state === 'running'
  // The results stand below, each with its number.
  const hasCounts = Object.keys(job.counts).length > 0
  return (
    <>
      <div className={classes.progress}>
        <progress
          aria-label={t(`jobs.${job.kind}`)}
          max={Math.max(1, job.total ?? 1)}
          value={job.total === null && running ? undefined : running ? job.done : Math.max(1, job.total ?? 1)}
        />
        <p role="status" data-testid="job-state" data-state={job.state}>
          {job.state === 'done' && hasCounts ? t('jobs.result_done') : jobOutcome(t, job)}
        </p>
      </div>
      {hasCounts && (
        <ul className={classes.counts}>
          {orderedCounts(job).map(([result, count]) => (
            <li key={result} data-bad={result === 'refused' || undefined}>
              <b data-testid={`count-${result}`}>{count}</b> {resultText(t, result)}
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

function Actions({ job, here }: { readonly job: JobView; readonly here: string }) {
  const t = useText('console_people')
  const root = useProjectRoot()
  const may = useMay()
  const running = job.state === 'running'
  const refused = (job.counts['refused'] ?? 0) + (job.counts['exists'] ?? 0) > 0
  return (
    <div className={classes.actions}>
      {running && may('stopJob') && <ConsoleForm intent="stop" submit={t('jobs.stop')} variant="danger" />}
      {running && (
        <noscript>
          {/* Without script the page asks again by itself. */}
          <meta httpEquiv="refresh" content="2" />
          <a href={here}>{t('jobs.refresh')}</a>
        </noscript>
      )}
      {refused && (
        <ButtonLink href={`${here}/report?format=csv&result=refused&result=exists`} size="small" download>
          {t('jobs.report_refused')}
        </ButtonLink>
      )}
      <ButtonLink href={`${here}/report?format=csv`} size="small" download>
        {t('jobs.report')}
      </ButtonLink>
      {!running && job.import_id !== null && (
        <ButtonLink href={`${root}/people/import/${job.import_id}`} link={PageLink} size="small">
          {t('jobs.import_again')}
        </ButtonLink>
      )}
      <ButtonLink href={`${root}/jobs`} link={PageLink} size="small">
        {t('jobs.all')}
      </ButtonLink>
      <ButtonLink href={`${root}/people`} link={PageLink} size="small">
        {t('jobs.back')}
      </ButtonLink>
    </div>
  )
}
