import { Alert, Badge, Panel, Row, Section, Tabs } from '@gatehouse/design/content'
import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { enterProject } from '../../control-plane/scope.server.ts'
import { PageHead } from '../../page/page-head.tsx'
import { PageLink } from '../../page/page-link.tsx'
import { OutageNotice } from '../../messages/outage-notice.tsx'
import { loadOutages } from '../../messages/outages.server.ts'
import { Figures } from '../../overview/figures.tsx'
import { loadFigures } from '../../overview/figures.server.ts'
import { loadReasons } from '../../overview/failure-reasons.server.ts'
import { loadSignIns, rangeIn } from '../../overview/load-sign-ins.server.ts'
import { ranges } from '../../overview/sign-in-totals.ts'
import { SignInActivity } from '../../overview/sign-in-activity.tsx'
import { supportsFeature } from '../../people/engine.ts'
import { engineOrRemote } from '../../people/engine.server.ts'
import { consoleRequestOf } from '../../request/console-request.ts'
import { useText } from '../../text/texts.tsx'
import { useProjectRoot } from '../../scopes/use-project-root.ts'

export async function loader({ context, params, url }: LoaderFunctionArgs) {
  const scope = await enterProject(consoleRequestOf(context), params)
  const now = Date.now()
  const range = rangeIn(url.searchParams)
  const engine = await engineOrRemote(scope)
  const isReported = supportsFeature(engine, 'activity') && scope.may('getSignInActivity')
  const periods = isReported ? await loadSignIns(scope, range, now) : undefined
  const [figures, reasons, revisions, outages] = await Promise.all([
    loadFigures(scope, engine, periods),
    periods && loadReasons(scope, periods.start),
    scope.may('listProjectRevisions') && !scope.project.isRemote
      ? scope.call('listProjectRevisions', { query: { page_size: '2' } })
      : undefined,
    loadOutages(scope),
  ])
  const hasPeople = figures.people.kind === 'known' && figures.people.value > 0
  const steps = {
    sign_up: !hasPeople,
    configure: revisions?.kind === 'done' && revisions.body.revisions.length < 2,
    connect: !(figures.succeeded.kind === 'known' && figures.succeeded.value > 0),
  }
  const { buckets, before = [] } = periods ?? {}
  const isOurs = scope.may('getProject') && !scope.project.isRemote
  const shown = isOurs ? await scope.call('getProject') : undefined
  const halted = shown?.kind === 'done' && shown.body.state === 'halted' ? (shown.body.halt_reason ?? '') : undefined
  return {
    halted,
    project: scope.project,
    address: scope.project.origin,
    figures,
    range,
    buckets,
    before,
    reasons,
    steps,
    outages,
  }
}

/** A project: its address, its figures, and the next steps. */
export default function ProjectPage() {
  const common = useText('console')
  const loaded = useLoaderData<typeof loader>()
  const { halted, project, address, outages } = loaded
  return (
    <>
      <PageHead
        title={project.name}
        intro={
          <>
            {address !== undefined && (
              <a href={address} dir="ltr" data-testid="address">
                {address}
              </a>
            )}{' '}
            <Badge>{common(`environment.${project.environment}`)}</Badge>
          </>
        }
      />
      <OutageNotice outages={outages} />
      {halted === undefined ? <Running {...loaded} /> : <HaltNotice reason={halted} />}
    </>
  )
}

type Loaded = ReturnType<typeof useLoaderData<typeof loader>>

/** The overview of a project that answers. */
function Running({ address, figures, range, buckets, before, reasons, steps }: Loaded) {
  const t = useText('console_events')
  return (
    <>
      {buckets !== undefined && (
        <Tabs
          link={PageLink}
          label={t('sign_ins.range')}
          tabs={ranges.map((one) => ({
            href: `?range=${one}`,
            label: t(`sign_ins.range_${one}`),
            current: one === range,
          }))}
        />
      )}
      <Figures figures={figures} root={useProjectRoot()} />
      <SignInActivity buckets={buckets} before={before} reasons={reasons} />
      {Object.values(steps).includes(true) && <NextSteps address={address} steps={steps} />}
    </>
  )
}

function HaltNotice({ reason }: { readonly reason: string }) {
  const t = useText('console_projects')
  const nav = useText('console')
  const root = useProjectRoot()
  return (
    <Alert kind="error" title={t('halted.title')} data-testid="halted">
      <p>{t('halted.text')}</p>
      {reason !== '' && (
        <p>
          <bdi lang="en" dir="ltr">
            {reason}
          </bdi>
        </p>
      )}
      <p>
        <PageLink href={`${root}/configuration`}>{nav('nav.configuration')}</PageLink>
      </p>
    </Alert>
  )
}

interface NextStepsProps {
  readonly address: string | undefined
  /** The open steps. */
  readonly steps: Readonly<Record<'sign_up' | 'configure' | 'connect', boolean>>
}

function NextSteps({ address, steps }: NextStepsProps) {
  const t = useText('console_projects')
  const root = useProjectRoot()
  return (
    <Section id="next" title={t('next.title')}>
      <Panel>
        {steps.sign_up && address !== undefined && (
          <Row title={<a href={`${address}/registration`}>{t('next.sign_up')}</a>}>{t('next.sign_up_text')}</Row>
        )}
        {steps.configure && (
          <Row title={<PageLink href={`${root}/configuration`}>{t('next.configure')}</PageLink>}>
            {t('next.configure_text')}
          </Row>
        )}
        {steps.connect && (
          <Row title={t('next.connect')}>
            {t('next.connect_text')} <code dir="ltr">{`KRATOS_PUBLIC_URL=${address ?? ''}`}</code>
          </Row>
        )}
      </Panel>
    </Section>
  )
}
