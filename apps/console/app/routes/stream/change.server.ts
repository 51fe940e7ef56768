import type { AnswerOf } from '@gatehouse/contract/control-plane'
import { redirect } from 'react-router'
import type { ProjectContext } from '../../control-plane/scope.server.ts'
import { notFound } from '../../failure/fail.server.ts'
import { refusedOrForbidden } from '../../form/faulty.server.ts'
import type { SubmittedForm } from '../../form/fields.server.ts'
import type { ConsoleRequest } from '../../request/console-request.ts'
import { setNotice } from '../../request/notice.server.ts'
import type { NoticeKey } from '../../request/notices.ts'
import { overlaps } from './overlaps.ts'

/** The result of sending a test event. */
export type Tested = AnswerOf<'testEventStream'> & { readonly kind: 'tested' }

/** Takes one of the forms of a stream's page. */
export async function changeStream(page: ConsoleRequest, scope: ProjectContext, id: string, form: SubmittedForm) {
  const done = (notice: NoticeKey, path = `/streams/${id}`) => {
    setNotice(page, notice)
    return redirect(`${scope.address}${path}`, 303)
  }
  const params = { event_stream_id: id }
  switch (form.intent) {
    case 'pause': {
      const paused = await scope.change('pauseEventStream', { params })
      return paused.kind === 'refused' ? refusedOrForbidden(page, form, paused) : done('console_events:stream.paused')
    }
    case 'resume': {
      const resumed = await scope.change('resumeEventStream', { params })
      return resumed.kind === 'refused'
        ? refusedOrForbidden(page, form, resumed)
        : done('console_events:stream.resumed')
    }
    case 'test': {
      const tested = await scope.change('testEventStream', { params, body: {} })
      return tested.kind === 'refused'
        ? refusedOrForbidden(page, form, tested)
        : { kind: 'tested' as const, ...tested.body }
    }
    case 'reveal': {
      const { secret, previous_secret_valid_until: until } = await scope.load('getEventStreamSecret', { params })
      return { kind: 'secret' as const, secret, until }
    }
    case 'rotate': {
      const hours = overlaps.find((one) => String(one) === form.text('overlap')) ?? overlaps[0]
      const body = { overlap_hours: hours }
      const rotated = await scope.change('rotateEventStreamSecret', { params, body })
      return rotated.kind === 'refused'
        ? refusedOrForbidden(page, form, rotated)
        : done('console_events:secret.rotated')
    }
    case 'replay': {
      const replayed = await scope.change('replayEventStream', { params, body: { since: form.text('since') } })
      return replayed.kind === 'refused' ? refusedOrForbidden(page, form, replayed) : done('console_events:replay.done')
    }
    case 'delete': {
      const deleted = await scope.change('deleteEventStream', { params })
      return deleted.kind === 'refused'
        ? refusedOrForbidden(page, form, deleted)
        : done('console_events:stream.deleted', '/streams')
    }
    default:
      throw notFound(page)
  }
}
