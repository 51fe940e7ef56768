import { Panel, Row } from '@gatehouse/design/panel'
import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { enterProject } from '../../control-plane/place.server.ts'
import { PageHead } from '../../layout/page-head.tsx'
import { consoleRequestOf } from '../../request/console-request.ts'
import { useText } from '../../text/texts.tsx'

interface Project {
  readonly id: string
  readonly slug: string
}

export async function loader({ context, params }: LoaderFunctionArgs) {
  const place = await enterProject(consoleRequestOf(context), params)
  const { id, slug } = await place.load<Project>('')
  return { id, slug, name: place.project.name, environment: place.project.environment }
}

/** A project: what it is, and where. */
export default function ProjectPage() {
  const t = useText('console')
  const { id, slug, name, environment } = useLoaderData<typeof loader>()
  return (
    <>
      <PageHead title={name} lead={t(`environment.${environment}`)} />
      <Panel>
        <Row title={t('project.slug')}>
          <code>{slug}</code>
        </Row>
        <Row title={t('project.id')}>
          <code>{id}</code>
        </Row>
      </Panel>
    </>
  )
}
