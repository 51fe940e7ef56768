import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect, useLoaderData } from 'react-router'
import { Alert } from '@gatehouse/design/content'
import { createCaller } from '../../control-plane/caller.server.ts'
import { linkGone, notFound } from '../../failure/fail.server.ts'
import { ConsoleForm } from '../../form/console-form.tsx'
import { refusedForm } from '../../form/faulty.server.ts'
import { readForm } from '../../form/fields.server.ts'
import { GatePage } from '../../layout/gate-page.tsx'
import { useRootData } from '../../page/root-data.ts'
import { Who } from '../../layout/who.tsx'
import { type CarriedLink, carriedLink, forgetLink } from '../../links/link-token.server.ts'
import { beginProof } from '../../session/prove-address.server.ts'
import { ProveAddress } from '../../session/prove-address.tsx'
import { type ConsoleRequest, consoleRequestOf } from '../../request/console-request.ts'
import { requireOperator } from '../../session/operator.server.ts'
import { whoComes } from '../../session/who.server.ts'
import { useText } from '../../text/texts.tsx'

export async function loader({ context, url, params }: LoaderFunctionArgs) {
  const page = consoleRequestOf(context)
  const { token, address } = requireLink(page, url, params['link'])
  const { identityId, ...who } = await whoComes(page, address)
  const state = identityId === undefined ? undefined : await page.controlPlane.invitationFor(token, identityId)
  if (state?.kind === 'used' || state?.kind === 'expired') throw linkGone(page, 'invitation')
  return { ...who, state }
}

export async function action({ request, context, url, params }: ActionFunctionArgs) {
  const page = consoleRequestOf(context)
  const link = requireLink(page, url, params['link'])
  const { token, address } = link
  const operator = await requireOperator(page)
  const form = await readForm(request)
  if (form.intent === 'prove') {
    const state = await page.controlPlane.invitationFor(token, operator.identityId)
    if (state.kind !== 'unproved_address') return redirect(address, 303)
    return beginProof(page, form, state.address, address)
  }
  const accepted = await createCaller(page, operator, {}).call('acceptInvite', { body: { token } })
  if (accepted.kind === 'done') {
    const { workspace_id: workspaceId, project_id: projectId } = accepted.body
    const { slug, projects } =
      (await page.controlPlane.scopeOf(operator.identityId, { workspace: workspaceId, project: projectId })) ?? {}
    const [to] = projects ?? []
    forgetLink(page, 'invitation', link)
    return redirect(to ? `/w/${slug}/p/${to.slug}` : `/w/${slug ?? workspaceId ?? ''}`, 303)
  }
  if (accepted.status === 404 || accepted.status === 410) throw linkGone(page, 'invitation')
  // The page itself names the missing condition.
  if (accepted.id === 'address_not_verified' || accepted.id === 'other_address') return redirect(address, 303)
  return refusedForm(form, accepted)
}

function requireLink(page: ConsoleRequest, url: URL, link: string | undefined): CarriedLink {
  const carried = carriedLink(page, 'invitation', { link, url })
  if (carried === undefined) throw link === undefined ? notFound(page) : linkGone(page, 'invitation')
  return carried
}

/** An invitation: the invited person registers or signs in with the address it names, and accepts. */
export default function Invitation() {
  const t = useText('console')
  const brand = useRootData()?.brand
  const { state, ...who } = useLoaderData<typeof loader>()
  return (
    <GatePage title={t('invitation.title')} intro={t('invitation.lead', { brand })}>
      <Who {...who}>
        {state?.kind === 'unproved_address' ? (
          <ProveAddress address={state.address} />
        ) : state?.kind === 'other_address' ? (
          <Alert kind="info" title={t('invitation.other.title')}>
            {t('invitation.other.text', { person: who.person })}
          </Alert>
        ) : (
          <ConsoleForm intent="accept" submit={t('invitation.accept')} />
        )}
      </Who>
    </GatePage>
  )
}
