import type { SubmittedForm } from '../form/fields.server.ts'
import type { CallResult } from '@gatehouse/client/control-plane'
import { faulty, refusedOrForbidden } from '../form/faulty.server.ts'
import type { FormValues } from '../form/stale-form.server.ts'
import type { ConsoleRequest } from '../request/console-request.ts'
import { ownNameOf, type Stream } from './stream.ts'

/** A destination as the control plane takes it, or the faults of the form, by field. */
export type Destination =
  | { readonly kind: 'fit'; readonly body: Readonly<Record<string, string>> }
  | { readonly kind: 'unfit'; readonly faults: Readonly<Record<string, string>> }

/** The fields that keep their input; a password field never does. */
export const keptFields = ['name', 'endpoint', 'user', 'topic', 'role']

/** The values of a stream's form. Its password is not among them. */
export function destinationValues(stream: Stream): FormValues {
  const { type, https_endpoint: url, topic_arn: topic = '', role_arn: role = '' } = stream
  const name = ownNameOf(stream)
  if (type === 'sns') return { name, topic, role }
  const { endpoint, user } = partsOf(url)
  return { name, endpoint, user }
}

// Only enough to distinguish the two: the control plane knows the rest.
const topicForm = /^arn:[^:]+:sns:[^:]+:[^:]+:\S+$/
const roleForm = /^arn:[^:]+:iam::[^:]+:role\/\S+$/

/** Reads the form of a stream: its name and its destination. `known`: the current stream, if it is changed. */
export function readDestination(page: ConsoleRequest, form: SubmittedForm, type: string, known?: Stream): Destination {
  const read = readTarget(page, form, type, known)
  return read.kind === 'fit' ? { kind: 'fit', body: { ...read.body, name: form.text('name') } } : read
}

function readTarget({ t }: ConsoleRequest, form: SubmittedForm, type: string, known?: Stream): Destination {
  if (type === 'sns') {
    const faults = {
      ...(!topicForm.test(form.text('topic')) && { topic: t('console_events:fault.topic') }),
      ...(!roleForm.test(form.text('role')) && { role: t('console_events:fault.role') }),
    }
    if (Object.keys(faults).length > 0) return { kind: 'unfit', faults }
    return { kind: 'fit', body: { topic_arn: form.text('topic'), role_arn: form.text('role') } }
  }
  const endpoint = form.text('endpoint')
  const user = form.text('user')
  const password = form.text('password')
  const lonely = password !== '' && user === '' ? { user: t('console_events:fault.user') } : {}
  if (!/^https?:$/.test(URL.parse(endpoint)?.protocol ?? '')) {
    return { kind: 'unfit', faults: { endpoint: t('console_events:fault.endpoint'), ...lonely } }
  }
  const before = partsOf(known?.https_endpoint)
  if (password === '' && before.hasPassword && user !== '') {
    // The password stays with its endpoint: it must not go to another one unseen.
    if (endpoint === before.endpoint && user === before.user) return { kind: 'fit', body: {} }
    return { kind: 'unfit', faults: { password: t('console_events:fault.password_again') } }
  }
  if ('user' in lonely) return { kind: 'unfit', faults: lonely }
  const url = new URL(endpoint)
  if (user !== '') {
    url.username = user
    url.password = password
  }
  return { kind: 'fit', body: { https_endpoint: url.href } }
}

/** Returns the form again, after the control plane refused it: a destination that is taken is reported at the field. */
export function destinationRefused(
  page: ConsoleRequest,
  form: SubmittedForm,
  refused: Extract<CallResult<unknown>, { kind: 'refused' }>,
): ReturnType<typeof refusedOrForbidden> {
  if (refused.status !== 409) return refusedOrForbidden(page, form, refused, keptFields)
  const field = form.text('topic') === '' ? 'endpoint' : 'topic'
  return faulty(form, { [field]: page.t('console_events:fault.endpoint_taken') }, keptFields, 409)
}

/** Splits an endpoint for a form: the user name has a separate field. */
export function partsOf(endpoint: string | undefined): {
  readonly endpoint: string
  readonly user: string
  readonly hasPassword: boolean
} {
  if (endpoint === undefined || !URL.canParse(endpoint)) return { endpoint: '', user: '', hasPassword: false }
  const url = new URL(endpoint)
  const user = decodeURIComponent(url.username)
  const hasPassword = url.password !== ''
  url.username = ''
  url.password = ''
  return { endpoint: url.href, user, hasPassword }
}
