import { oneOf } from '@gatehouse/i18n/one-of'
import { Alert } from '@gatehouse/design/alert'
import { ButtonLink } from '@gatehouse/design/button'
import { Panel, Row } from '@gatehouse/design/panel'
import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect, useLoaderData, useParams } from 'react-router'
import { enterProject } from '../../control-plane/place.server.ts'
import { forbidden } from '../../failure/fail.server.ts'
import { ConsoleForm } from '../../form/console-form.tsx'
import { readForm } from '../../form/fields.server.ts'
import { PageHead } from '../../layout/page-head.tsx'
import { PageLink } from '../../layout/page-link.tsx'
import { useProjectRoot } from '../../people/project-root.ts'
import { rootOf } from '../../people/project-root.server.ts'
import { consoleRequestOf } from '../../request/console-request.ts'
import { Instant } from '../../text/instant.tsx'
import { type Say, useText } from '../../text/texts.tsx'
import { useMay } from '../place/use-place.ts'
import classes from './job.module.css'
import { readStanding } from './standing.server.ts'
import { useStanding } from './use-standing.ts'

export function loader(args: LoaderFunctionArgs) {
  return readStanding(args)
}

export async function action({ request, context, params }: ActionFunctionArgs) {
  const page = consoleRequestOf(context)
  const room = await enterProject(page, params)
  const form = await readForm(request)
  if (form.intent !== 'stop' || !room.may('patchIdentity')) throw forbidden(page)
  const id = params['job'] ?? ''
  page.jobs.stop(room.project.id, id)
  return redirect(`${rootOf(room)}/jobs/${id}`, 303)
}

/** Long work: how far it is, what became of it, and the way to stop it. */
export default function JobPage() {
  const t = useText('console_people')
  const root = useProjectRoot()
  const may = useMay()
  const { job: id = '' } = useParams()
  const here = `${root}/jobs/${id}`
  const { job, again } = useStanding(useLoaderData<typeof loader>(), `${here}/standing`)
  const running = job.state === 'running'
  const refused = (job.counts['refused'] ?? 0) + (job.counts['exists'] ?? 0) > 0
  const said = { done: job.done, total: job.total ?? job.done }
  return (
    <>
      <PageHead title={t(`jobs.${job.kind}`)} lead={t('jobs.by', { name: job.startedBy })} />
      <div className={classes.progress}>
        <progress
          aria-label={t(`jobs.${job.kind}`)}
          max={Math.max(1, job.total ?? 1)}
          value={job.total === undefined && running ? undefined : running ? job.done : Math.max(1, job.total ?? 1)}
        />
        <p role="status" data-testid="job-state" data-state={job.state}>
          {t(`jobs.state_${job.state}`, said)}
        </p>
      </div>
      {job.state === 'interrupted' && <Alert kind="info">{t('jobs.interrupted')}</Alert>}
      {job.failure !== undefined && (
        <Alert kind="error" title={t('jobs.failure')}>
          <span lang="en">{job.failure}</span>
        </Alert>
      )}
      <Panel>
        {Object.entries(job.counts).map(([result, count]) => (
          <Row key={result} title={resultText(t, result)}>
            <span data-testid={`count-${result}`}>{count}</span>
          </Row>
        ))}
        <Row title={t('jobs.started')}>
          <Instant at={job.startedAt} />
        </Row>
        {job.endedAt !== undefined && (
          <Row title={t('jobs.ended')}>
            <Instant at={job.endedAt} />
          </Row>
        )}
      </Panel>
      <div className={classes.actions}>
        {running && may('patchIdentity') && <ConsoleForm intent="stop" submit={t('jobs.stop')} variant="danger" />}
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
        {again && (
          <ButtonLink href={`${root}/people/import/${job.source}`} link={PageLink} size="small">
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
    </>
  )
}

/** TABLE: what can become of one person in a job. */
const results = ['created', 'exists', 'done', 'nothing_to_do', 'refused'] as const

function resultText(t: Say<'console_people'>, result: string): string {
  const known = oneOf(results, result)
  return known === undefined ? result : t(`jobs.result_${known}`)
}
