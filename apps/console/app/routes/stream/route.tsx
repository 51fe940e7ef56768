import classes from './stream.module.css'
import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect, useActionData, useLoaderData } from 'react-router'
import type { AnswerOf } from '@gatehouse/contract/control-plane'
import { Alert, Section } from '@gatehouse/design/content'
import { ButtonLink } from '@gatehouse/design/controls'

import { enterProject, type ProjectContext } from '../../control-plane/scope.server.ts'
import { Confirm } from '../../dialog/confirm.tsx'
import { notFound } from '../../failure/fail.server.ts'
import { ConsoleForm } from '../../form/console-form.tsx'
import { refusedOrForbidden } from '../../form/faulty.server.ts'
import { readForm, type SubmittedForm } from '../../form/fields.server.ts'
import { FaultFold, FaultText } from '../../messages/fault-text.tsx'
import { PageLink } from '../../page/page-link.tsx'
import { type ConsoleRequest, consoleRequestOf } from '../../request/console-request.ts'
import { setNotice } from '../../request/notice.server.ts'
import type { NoticeKey } from '../../request/notices.ts'
import { useProjectRoot } from '../../scopes/use-project-root.ts'
import { useMay } from '../../scopes/use-scope.ts'
import { StreamHead } from '../../streams/stream-head.tsx'
import { nameOf } from '../../streams/stream.ts'
import { useText } from '../../text/texts.tsx'
import { overlaps } from './overlaps.ts'
import { readReplayWish } from './replay.server.ts'
import { Replay } from './replay.tsx'
import { Secret } from './secret.tsx'
import { State } from './state.tsx'

export async function loader({ context, params, url }: LoaderFunctionArgs) {
  const page = consoleRequestOf(context)
  const scope = await enterProject(page, params)
  const id = params['stream'] ?? ''
  const stream = await scope.load('getEventStream', { params: { event_stream_id: id } })
  return { stream, wish: await readReplayWish(page, scope, id, url.searchParams) }
}

export async function action({ request, context, params }: ActionFunctionArgs) {
  const page = consoleRequestOf(context)
  const scope = await enterProject(page, params)
  return changeStream(page, scope, params['stream'] ?? '', await readForm(request))
}

/** One event stream: its state and its actions. */
export default function StreamPage() {
  const t = useText('console_events')
  const may = useMay()
  const root = useProjectRoot()
  const { stream, wish } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  const address = `${root}/streams/${stream.id}`
  return (
    <>
      <StreamHead stream={stream} tab="status" />
      <State stream={stream} address={address} />
      {may('testEventStream') && <Test tested={answer?.kind === 'tested' ? answer : undefined} />}
      {stream.type === 'https' && may('getEventStreamSecret') && (
        <Secret shown={answer?.kind === 'secret' ? answer : undefined} />
      )}
      {may('replayEventStream') && <Replay wish={wish} />}
      {may('setEventStream') && (
        <Section id="change" title={t('stream.change')} intro={t('stream.change_lead')}>
          <div className={classes.actions}>
            <ButtonLink href={`${address}/edit`} link={PageLink} size="small">
              {t('edit.heading')}
            </ButtonLink>
            <Confirm
              ask="delete"
              label={t('stream.delete')}
              title={t('stream.delete_named', { name: nameOf(stream) })}
              confirm={t('stream.delete')}
              intent="delete"
            >
              <p>{t('stream.delete_text')}</p>
            </Confirm>
          </div>
        </Section>
      )}
    </>
  )
}

/** Tests a stream, and shows the result. */
function Test({ tested }: { readonly tested: Tested | undefined }) {
  const t = useText('console_events')
  return (
    <Section id="test" title={t('test.title')} intro={t('test.lead')}>
      {tested?.delivered === true && (
        <Alert kind="success" data-testid="tested" autoFocus>
          {t('test.arrived')}
        </Alert>
      )}
      {tested?.delivered === false && (
        <Alert kind="error" title={t('test.failed')} data-testid="tested" autoFocus>
          <FaultText text={tested.fault ?? ''} kind={tested.fault_kind ?? undefined} />
          <FaultFold text={tested.fault ?? ''} kind={tested.fault_kind ?? undefined} />
        </Alert>
      )}
      <ConsoleForm intent="test" submit={t('test.submit')} variant="plain" />
    </Section>
  )
}

/** The result of sending a test event. */
type Tested = AnswerOf<'testEventStream'> & { readonly kind: 'tested' }

/** Takes one of the forms of a stream's page. */
async function changeStream(page: ConsoleRequest, scope: ProjectContext, id: string, form: SubmittedForm) {
  const done = (notice: NoticeKey, path = `/streams/${id}`) => {
    setNotice(page, notice)
    return redirect(`${scope.address}${path}`, 303)
  }
  const params = { event_stream_id: id }
  switch (form.intent) {
    case 'pause': {
      const paused = await scope.call('pauseEventStream', { params })
      return paused.kind === 'refused' ? refusedOrForbidden(page, form, paused) : done('console_events:stream.paused')
    }
    case 'resume': {
      const resumed = await scope.call('resumeEventStream', { params })
      return resumed.kind === 'refused'
        ? refusedOrForbidden(page, form, resumed)
        : done('console_events:stream.resumed')
    }
    case 'test': {
      const tested = await scope.call('testEventStream', { params, body: {} })
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
      const rotated = await scope.call('rotateEventStreamSecret', { params, body })
      return rotated.kind === 'refused'
        ? refusedOrForbidden(page, form, rotated)
        : done('console_events:secret.rotated')
    }
    case 'replay': {
      const replayed = await scope.call('replayEventStream', { params, body: { since: form.text('since') } })
      return replayed.kind === 'refused' ? refusedOrForbidden(page, form, replayed) : done('console_events:replay.done')
    }
    case 'delete': {
      const deleted = await scope.call('deleteEventStream', { params })
      return deleted.kind === 'refused'
        ? refusedOrForbidden(page, form, deleted)
        : done('console_events:stream.deleted', '/streams')
    }
    default:
      throw notFound(page)
  }
}
