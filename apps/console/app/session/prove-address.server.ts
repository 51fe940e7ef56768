import { data, redirect } from 'react-router'
import type { FaultyForm } from '../form/faults.ts'
import type { SubmittedForm } from '../form/fields.server.ts'
import { reach } from '../failure/reach.server.ts'
import type { ConsoleRequest } from '../request/console-request.ts'
import { submitFlow } from './native-flow.server.ts'

/** Returns the page on which a person confirms an address by the code that was mailed to it, and returns from there. */
export function proofAddress(flow: string, returnTo: string): string {
  return `/verify?${new URLSearchParams({ flow, return_to: returnTo })}`
}

/** Mails a code to an address, and redirects to the page that takes it. */
export async function beginProof(page: ConsoleRequest, form: SubmittedForm, address: string, returnTo: string) {
  const { forward } = page
  const begun = await reach(page, () => page.client.createNativeFlow('verification', {}, { forward }))
  const cannot = () => {
    const faults = { fields: {}, form: page.t('console:prove.impossible', { address }) }
    return data<FaultyForm>({ kind: 'faulty', intent: form.intent, faults, typed: {} }, 400)
  }
  if (begun.kind !== 'ok') return cannot()
  const { id } = begun.body
  const body = new URLSearchParams({ method: 'code', email: address })
  const step = await submitFlow(page, { kind: 'verification', id, secondFactor: false }, body)
  // A flow that was refused shows why on its own page.
  return step.kind === 'done' || step.kind === 'draw' ? redirect(proofAddress(id, returnTo), 303) : cannot()
}
