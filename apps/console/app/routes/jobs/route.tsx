import { Empty } from '@gatehouse/design/content'
import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { enterProject } from '../../control-plane/scope.server.ts'
import { forbidden } from '../../failure/fail.server.ts'
import { jobOutcome } from '../../jobs/job-results.ts'
import { PageHead } from '../../page/page-head.tsx'
import { PageLink } from '../../page/page-link.tsx'
import { useProjectRoot } from '../../scopes/use-project-root.ts'
import { consoleRequestOf } from '../../request/console-request.ts'
import { DataTable } from '../../table/data-table.tsx'
import { Instant } from '../../text/instant.tsx'
import { useText } from '../../text/texts.tsx'
import { useMay } from '../../scopes/use-scope.ts'

export async function loader({ context, params }: LoaderFunctionArgs) {
  const page = consoleRequestOf(context)
  const scope = await enterProject(page, params)
  if (!scope.may('listIdentities')) throw forbidden(page)
  return scope.load('listJobs')
}

/** The jobs of a project: the running ones, and the finished ones. */
export default function JobList() {
  const t = useText('console_people')
  const root = useProjectRoot()
  const may = useMay()
  const { jobs } = useLoaderData<typeof loader>()
  return (
    <>
      <PageHead title={t('jobs.title')} intro={t('jobs.lead')} />
      <DataTable
        caption={t('jobs.title')}
        rows={jobs}
        rowId={({ id }) => id}
        empty={
          <Empty drawing="lantern" title={t('jobs.none')}>
            <p>{t('jobs.none_text')}</p>
            {may('batchPatchIdentities') && <PageLink href={`${root}/people/import`}>{t('import.title')}</PageLink>}
            <PageLink href={`${root}/people`}>{t('jobs.back')}</PageLink>
          </Empty>
        }
        columns={[
          {
            id: 'what',
            heading: t('jobs.what'),
            isName: true,
            render: ({ id, kind }) => <PageLink href={`${root}/jobs/${id}`}>{t(`jobs.${kind}`)}</PageLink>,
          },
          {
            id: 'state',
            heading: t('jobs.how'),
            card: 'fact',
            size: 'long',
            render: (job) => jobOutcome(t, job),
          },
          {
            id: 'who',
            heading: t('jobs.who'),
            size: 'medium',
            card: 'none',
            render: ({ started_by: name }) => <bdi>{name}</bdi>,
          },
          {
            id: 'started',
            heading: t('jobs.started'),
            card: 'end',
            size: 'long',
            render: ({ started_at: at }) => <Instant at={at} />,
          },
        ]}
      />
    </>
  )
}
