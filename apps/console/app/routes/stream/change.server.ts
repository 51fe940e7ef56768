import type { AnswerOf } from '@gatehouse/contract/control-plane/operations'
import type { TextKey } from '@gatehouse/i18n/text-keys'
import { redirect } from 'react-router'
import type { ProjectRoom } from '../../control-plane/place.server.ts'
import { notFound } from '../../failure/fail.server.ts'
import { refusedOrForbidden } from '../../form/faulty.server.ts'
import type { SubmittedForm } from '../../form/fields.server.ts'
import type { ConsoleRequest } from '../../request/console-request.ts'
import { leaveNotice } from '../../request/notice.server.ts'
import { overlaps } from './overlaps.ts'

/** The result of sending a test event. */
export type Tested = AnswerOf<'testEventStream'> & { readonly kind: 'tested' }

/** Takes one of the forms of a stream's page. */
export async function changeStream(page: ConsoleRequest, room: ProjectRoom, id: string, form: SubmittedForm) {
  const done = (notice: TextKey<'console_events'>, path = `/streams/${id}`) => {
    leaveNotice(page, `console_events:${notice}`)
    return redirect(`${room.address}${path}`, 303)
  }
  const params = { event_stream_id: id }
  switch (form.intent) {
    case 'pause': {
      const paused = await room.change('pauseEventStream', { params })
      return paused.kind === 'refused' ? refusedOrForbidden(page, form, paused) : done('stream.paused')
    }
    case 'resume': {
      const resumed = await room.change('resumeEventStream', { params })
      return resumed.kind === 'refused' ? refusedOrForbidden(page, form, resumed) : done('stream.resumed')
    }
    case 'test': {
      const tested = await room.change('testEventStream', { params, body: {} })
      return tested.kind === 'refused'
        ? refusedOrForbidden(page, form, tested)
        : { kind: 'tested' as const, ...tested.body }
    }
    case 'reveal': {
      const { secret, previous_secret_valid_until: until } = await room.load('getEventStreamSecret', { params })
      return { kind: 'secret' as const, secret, until }
    }
    case 'rotate': {
      const hours = overlaps.find((one) => String(one) === form.text('overlap')) ?? overlaps[0]
      const body = { overlap_hours: hours }
      const rotated = await room.change('rotateEventStreamSecret', { params, body })
      return rotated.kind === 'refused' ? refusedOrForbidden(page, form, rotated) : done('secret.rotated')
    }
    case 'replay': {
      const replayed = await room.change('replayEventStream', { params, body: { since: form.text('since') } })
      return replayed.kind === 'refused' ? refusedOrForbidden(page, form, replayed) : done('replay.done')
    }
    case 'delete': {
      const deleted = await room.change('deleteEventStream', { params })
      return deleted.kind === 'refused' ? refusedOrForbidden(page, form, deleted) : done('stream.deleted', '/streams')
    }
    default:
      throw notFound(page)
  }
}
