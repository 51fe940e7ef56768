import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect, useLoaderData } from 'react-router'
import { linkGone } from '../../failure/fail.server.ts'
import { ConsoleForm } from '../../form/console-form.tsx'
import { GatePage } from '../../layout/gate-page.tsx'
import { useRootData } from '../../layout/root-data.ts'
import { Who } from '../../layout/who.tsx'
import { type ConsoleRequest, consoleRequestOf } from '../../request/console-request.ts'
import { requireOperator } from '../../session/operator.server.ts'
import { whoComes } from '../../session/who.server.ts'
import { useText } from '../../text/texts.tsx'

export async function loader({ context, url }: LoaderFunctionArgs) {
  const page = consoleRequestOf(context)
  requireOpenLink(page, url)
  return whoComes(page, url)
}

export async function action({ context, url }: ActionFunctionArgs) {
  const page = consoleRequestOf(context)
  const token = requireOpenLink(page, url)
  const { identityId } = await requireOperator(page)
  const outcome = await page.controlPlane.setUp.accept(token, identityId)
  if (outcome.kind !== 'accepted') throw linkGone(page, 'set_up')
  return redirect('/', 303)
}

function requireOpenLink(page: ConsoleRequest, { searchParams }: URL): string {
  const token = searchParams.get('token') ?? ''
  if (!page.controlPlane.setUp.isOpen(token)) throw linkGone(page, 'set_up')
  return token
}

/** The first operator: registers or signs in, and becomes the owner of what there is. */
export default function SetUp() {
  const t = useText('console')
  const brand = useRootData()?.brand
  return (
    <GatePage title={t('set_up.title')} lead={t('set_up.lead', { brand })}>
      <Who {...useLoaderData<typeof loader>()}>
        <ConsoleForm intent="accept" submit={t('set_up.accept')} />
      </Who>
    </GatePage>
  )
}
