import type { AdminClient } from '@gatehouse/client/admin-client'
import { personName } from '@gatehouse/contract/identities'
import { redirect } from 'react-router'
import { pageHere } from '../control-plane/list.server.ts'
import type { ProjectContext } from '../control-plane/scope.server.ts'
import { forbidden, refusalPage } from '../failure/fail.server.ts'
import { refusedOrForbidden } from '../form/faulty.server.ts'
import type { SubmittedForm } from '../form/fields.server.ts'
import type { ConsoleRequest } from '../request/console-request.ts'
import { setNotice } from '../request/notice.server.ts'
import { callResult } from './answers.server.ts'
import { sessionView } from './session-view.server.ts'
import { engineOrRemote } from './engine.server.ts'
import { supportsFeature } from './engine.ts'

/** The most ended sessions whose rows a list keeps. */
const maxEndedSessions = 20

interface EndSessionRequest {
  readonly id: string
  readonly admin: AdminClient
  readonly form: SubmittedForm
}

/**
 * Ends a session. The notice names its person and device. The list of sessions keeps its row, by the parameter `ended` of
 * the page's address, so that a second press at the same position ends no other session.
 */
export async function endSession(page: ConsoleRequest, scope: ProjectContext, { id, admin, form }: EndSessionRequest) {
  // Before it is ended: some services no longer show it afterwards.
  const read = await scope.admin.getSession({ id }, { expand: ['identity', 'devices'] })
  const outcome = await callResult(admin.disableSession({ id }))
  if (outcome.kind === 'refused') return refusedOrForbidden(page, form, outcome, ['reason'])
  const session = read.kind === 'ok' ? read.body : undefined
  const person = session?.identity ? personName(session.identity) : ''
  if (session === undefined || person === '') setNotice(page, 'console_people:person.session_revoked')
  else {
    const values = { person, device: deviceOf(page, sessionView(session)) }
    const undo = supportsFeature(await engineOrRemote(scope), 'restoring') ? `restore.${id}` : undefined
    setNotice(page, 'console_people:session.ended_of', values, { undo })
  }
  return redirect(withEnded(pageHere(page), id), 303)
}

/** Restores a session. The service allows it to the operator who ended the session, for a short time. */
export async function restoreSession(page: ConsoleRequest, scope: ProjectContext, id: string) {
  if (!scope.may('restoreSession')) throw forbidden(page)
  const outcome = await callResult(scope.admin.restoreSession({ id }))
  if (outcome.kind === 'refused') {
    if (outcome.status >= 500) throw refusalPage(page, outcome.status, outcome.reason, outcome.id)
    setNotice(page, 'console_people:session.stays_ended', {}, { isRefusal: true })
    return redirect(pageHere(page), 303)
  }
  const read = await scope.admin.getSession({ id }, { expand: ['identity', 'devices'] })
  if (read.kind === 'ok' && read.body.identity) {
    const device = deviceOf(page, sessionView(read.body))
    setNotice(page, 'console_people:session.restored_of', { person: personName(read.body.identity), device })
  } else setNotice(page, 'console_people:session.restored')
  return redirect(withoutEnded(pageHere(page), id), 303)
}

function deviceOf({ t }: ConsoleRequest, { browser, system }: ReturnType<typeof sessionView>): string {
  if (browser !== undefined && system !== undefined) return t('console_people:device.both', { browser, system })
  return browser ?? system ?? t('console_people:device.unknown')
}

function withEnded(here: string, id: string): string {
  return changedEnded(here, (ended) => [...ended.filter((one) => one !== id), id].slice(-maxEndedSessions))
}

function withoutEnded(here: string, id: string): string {
  return changedEnded(here, (ended) => ended.filter((one) => one !== id))
}

function changedEnded(here: string, change: (ended: readonly string[]) => readonly string[]): string {
  const [path = '', search] = here.split('?')
  const query = new URLSearchParams(search)
  const ended = change(endedIn(query))
  if (ended.length > 0) query.set('ended', ended.join(','))
  else query.delete('ended')
  return query.size === 0 ? path : `${path}?${query}`
}

/** Returns the ids of the sessions that were ended from a page, by its address. */
export function endedIn(query: URLSearchParams): readonly string[] {
  const ids = (query.get('ended') ?? '').split(',')
  return ids.filter((id) => /^[\da-f-]{36}$/i.test(id)).slice(-maxEndedSessions)
}
