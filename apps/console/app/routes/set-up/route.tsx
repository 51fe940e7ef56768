import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect, useLoaderData } from 'react-router'
import { linkGone } from '../../failure/fail.server.ts'
import { ConsoleForm } from '../../form/console-form.tsx'
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
  const { token, address } = await requireOpenLink(page, url, params['link'])
  const { identityId, ...who } = await whoComes(page, address)
  const state = identityId === undefined ? undefined : await page.controlPlane.setUp.statusFor(token, identityId)
  return { ...who, state }
}

export async function action({ request, context, url, params }: ActionFunctionArgs) {
  const page = consoleRequestOf(context)
  const link = await requireOpenLink(page, url, params['link'])
  const { token, address } = link
  const { identityId } = await requireOperator(page)
  const form = await readForm(request)
  if (form.intent === 'prove') {
    const state = await page.controlPlane.setUp.statusFor(token, identityId)
    if (state.kind !== 'unproved_address') return redirect(address, 303)
    return beginProof(page, form, state.address, address)
  }
  const outcome = await page.controlPlane.setUp.accept(token, identityId)
  if (outcome.kind === 'unproved_address') return redirect(address, 303)
  if (outcome.kind !== 'accepted') throw linkGone(page, 'set_up')
  forgetLink(page, 'set-up', link)
  return redirect('/', 303)
}

async function requireOpenLink(page: ConsoleRequest, url: URL, given: string | undefined): Promise<CarriedLink> {
  const link = carriedLink(page, 'set-up', { link: given, url })
  if (link === undefined || !(await page.controlPlane.setUp.isOpen(link.token))) throw linkGone(page, 'set_up')
  return link
}

/** The first operator: registers or signs in, and becomes the owner of the installation. */
export default function SetUp() {
  const t = useText('console')
  const brand = useRootData()?.brand
  const { state, ...who } = useLoaderData<typeof loader>()
  return (
    <GatePage title={t('set_up.title')} intro={t('set_up.lead', { brand })}>
      <Who {...who}>
        {state?.kind === 'unproved_address' ? (
          <ProveAddress address={state.address} />
        ) : (
          <ConsoleForm intent="accept" submit={t('set_up.accept')} />
        )}
      </Who>
    </GatePage>
  )
}
