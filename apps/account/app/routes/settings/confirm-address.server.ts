import { isInputNode } from '@gatehouse/contract/flows'
import { redirect } from 'react-router'
import { tooMany } from '../../request/fail.server.ts'
import { formAction } from '../../request/entry-query.ts'
import { redirectOrRefuse } from '../../flow-page/flow-route.server.ts'
import { createFlow, type FlowPageContext, settle } from '../../flow-page/start-flow.server.ts'
import { submitFlow } from '../../flow-page/submit-flow.server.ts'
import { requireSession } from '../../identity/session.server.ts'
import type { PageRequest } from '../../request/page-request.ts'
import { partAddress, profileList } from '../../layout/part-address.ts'

const settings = partAddress('/settings')(undefined, profileList)

/**
 * Begins a verification of an address of the signed-in person, has its message sent, and redirects to the page that
 * asks for the code, which returns to the profile. An address that needs none returns at once.
 */
export async function confirmAddress(page: PageRequest, address: string): Promise<Response> {
  const { identity } = await requireSession(page, settings)
  const waits = (identity.verifiable_addresses ?? []).some(({ value, verified }) => value === address && !verified)
  if (!waits) return redirect(settings, 303)

  const query = new URLSearchParams({ return_to: `${page.publicOrigin}${settings}` })
  const start: FlowPageContext<'verification'> = {
    kind: 'verification',
    url: new URL(`/verification?${query}`, page.publicOrigin),
    page,
  }
  const begun = await settle(start, await createFlow(start))
  if (begun.kind !== 'draw') return redirectOrRefuse(begun, start)

  const form = new URLSearchParams({ email: address })
  for (const node of begun.flow.ui.nodes.filter(isInputNode)) {
    const { name, type, value } = node.attributes
    if ((type === 'hidden' || name === 'method') && typeof value === 'string') form.set(name, value)
  }
  const onward = formAction(start.url, begun.flow)
  const sent = await submitFlow({ ...start, url: new URL(onward, page.publicOrigin) }, form)
  if (sent.kind !== 'draw') return redirectOrRefuse(sent, start)
  if (sent.wait !== undefined) throw tooMany(page, settings, sent.wait.seconds)
  return redirect(onward, 303)
}
