import { data } from 'react-router'
import { faulty } from '../../form/faulty.server.ts'
import type { FaultyForm } from '../../form/faults.ts'
import type { SubmittedForm } from '../../form/fields.server.ts'
import { faultText, faultyField } from '../../onboarding/fault-text.server.ts'
import type { Portal } from '../../onboarding/portal.server.ts'
import type { ConsoleRequest } from '../../request/console-request.ts'

const kept = ['issuer_url', 'client_id'] as const

/** Takes what the administrator entered: the provider is tried first, and nothing changes if it does not work. */
export async function connect(page: ConsoleRequest, portal: Portal, form: SubmittedForm) {
  const [issuer, client, secret] = ['issuer_url', 'client_id', 'client_secret'].map((name) => form.text(name))
  const isAddress = /^https?:$/.test(URL.parse(issuer ?? '')?.protocol ?? '')
  const missing = {
    ...(isAddress ? {} : { issuer_url: page.t('console_onboarding:fault.no_issuer') }),
    ...(client === '' && { client_id: page.t('console_onboarding:fault.no_client') }),
  }
  if (Object.keys(missing).length > 0) return faulty(form, missing, kept)
  const wanted = {
    issuer_url: issuer ?? '',
    client_id: client ?? '',
    ...(secret !== '' && secret !== undefined && { client_secret: secret }),
  }
  const connected = await portal.connect(wanted)
  if (connected.kind === 'done') return { kind: 'connected' as const, fault: undefined }
  const field = faultyField(connected)
  const text = faultText(page, connected)
  if (field !== undefined) return faulty(form, { [field]: text }, kept)
  const typed = Object.fromEntries(kept.map((name) => [name, form.text(name)]))
  const answer: FaultyForm = { kind: 'faulty', intent: form.intent, faults: { fields: {}, form: text }, typed }
  return data(answer, connected.status)
}
