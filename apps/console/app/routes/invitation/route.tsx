import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect, useLoaderData } from 'react-router'
import { createCaller } from '../../control-plane/caller.server.ts'
import { linkGone, notFound } from '../../failure/fail.server.ts'
import { ConsoleForm } from '../../form/console-form.tsx'
import { refusedForm } from '../../form/faulty.server.ts'
import { readForm } from '../../form/fields.server.ts'
import { GatePage } from '../../layout/gate-page.tsx'
import { useRootData } from '../../layout/root-data.ts'
import { Who } from '../../layout/who.tsx'
import { consoleRequestOf } from '../../request/console-request.ts'
import { requireOperator } from '../../session/operator.server.ts'
import { whoComes } from '../../session/who.server.ts'
import { useText } from '../../text/texts.tsx'

interface Accepted {
  readonly workspace_id?: string
  readonly project_id?: string
}

export async function loader({ context, url }: LoaderFunctionArgs) {
  const page = consoleRequestOf(context)
  if ((url.searchParams.get('token') ?? '') === '') throw notFound(page)
  return whoComes(page, url)
}

export async function action({ request, context, url }: ActionFunctionArgs) {
  const page = consoleRequestOf(context)
  const operator = await requireOperator(page)
  const token = url.searchParams.get('token') ?? ''
  const accepted = await createCaller(page, operator, '').change<Accepted>('POST', '/invites/accept', { token })
  if (accepted.kind === 'done') {
    const { workspace_id: workspaceId, project_id: projectId } = accepted.body
    const { slug, projects } =
      page.controlPlane.placeOf(operator.identityId, { workspace: workspaceId, project: projectId }) ?? {}
    const [to] = projects ?? []
    return redirect(to ? `/w/${slug}/p/${to.slug}` : `/w/${slug ?? workspaceId ?? ''}`, 303)
  }
  if (accepted.status === 404 || accepted.status === 410) throw linkGone(page, 'invitation')
  return refusedForm(await readForm(request), accepted)
}

/** Somebody has been asked to join: they register or sign in with the address that was invited, and say yes. */
export default function Invitation() {
  const t = useText('console')
  const brand = useRootData()?.brand
  return (
    <GatePage title={t('invitation.title')} lead={t('invitation.lead', { brand })}>
      <Who {...useLoaderData<typeof loader>()}>
        <ConsoleForm intent="accept" submit={t('invitation.accept')} />
      </Who>
    </GatePage>
  )
}
