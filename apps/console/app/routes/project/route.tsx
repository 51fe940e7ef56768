import { Badge, Panel, Row, Section } from '@gatehouse/design/content'
import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { enterProject } from '../../control-plane/scope.server.ts'
import { PageHead } from '../../layout/page-head.tsx'
import { PageLink } from '../../layout/page-link.tsx'
import { Figures } from '../../overview/figures.tsx'
import { loadFigures } from '../../overview/figures.server.ts'
import { loadSignIns, rangeIn } from '../../overview/load-sign-ins.server.ts'
import { SignInActivity } from '../../overview/sign-in-activity.tsx'
import { isAble } from '../../people/engine.ts'
import { engineIfReached } from '../../people/engine.server.ts'
import { consoleRequestOf } from '../../request/console-request.ts'
import { useText } from '../../text/texts.tsx'
import { useProjectRoot } from '../scope/use-project-root.ts'

export async function loader({ context, params, url }: LoaderFunctionArgs) {
  const scope = await enterProject(consoleRequestOf(context), params)
  const now = Date.now()
  const range = rangeIn(url.searchParams)
  const engine = await engineIfReached(scope)
  const [figures, buckets] = await Promise.all([
    loadFigures(scope, engine, now),
    isAble(engine, 'activity') ? loadSignIns(scope, range, now) : undefined,
  ])
  return { project: scope.project, address: scope.project.origin, figures, range, buckets }
}

/** A project: where it is, how its people fare, and what to do next. */
export default function ProjectPage() {
  const common = useText('console')
  const { project, address, figures, range, buckets } = useLoaderData<typeof loader>()
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
      <Figures figures={figures} root={useProjectRoot()} />
      <SignInActivity range={range} buckets={buckets} />
      <NextSteps address={address} />
    </>
  )
}

function NextSteps({ address }: { readonly address: string | undefined }) {
  const t = useText('console_projects')
  const root = useProjectRoot()
  return (
    <Section id="next" title={t('next.title')}>
      <Panel>
        {address !== undefined && (
          <Row title={<a href={`${address}/registration`}>{t('next.sign_up')}</a>}>{t('next.sign_up_text')}</Row>
        )}
        <Row title={<PageLink href={`${root}/configuration`}>{t('next.configure')}</PageLink>}>
          {t('next.configure_text')}
        </Row>
        <Row title={t('next.connect')}>
          {t('next.connect_text')} <code dir="ltr">{`KRATOS_PUBLIC_URL=${address ?? ''}`}</code>
        </Row>
      </Panel>
    </Section>
  )
}
