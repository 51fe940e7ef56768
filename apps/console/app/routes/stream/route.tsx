import { Section, Alert } from '@gatehouse/design/content'
import { ButtonLink } from '@gatehouse/design/controls'
import { type ActionFunctionArgs, type LoaderFunctionArgs, useActionData, useLoaderData } from 'react-router'
import { enterProject } from '../../control-plane/scope.server.ts'
import { Confirm } from '../../dialog/confirm.tsx'
import { ConsoleForm } from '../../form/console-form.tsx'
import { readForm } from '../../form/fields.server.ts'
import { PageLink } from '../../page/page-link.tsx'
import { consoleRequestOf } from '../../request/console-request.ts'
import { useProjectRoot } from '../../scopes/use-project-root.ts'
import { useMay } from '../../scopes/use-scope.ts'
import { StreamHead } from '../../streams/stream-head.tsx'
import { nameOf } from '../../streams/stream.ts'
import { useText } from '../../text/texts.tsx'
import { FaultFold, FaultText } from '../../messages/fault-text.tsx'
import { changeStream, type Tested } from './change.server.ts'
import { readReplayWish } from './replay.server.ts'
import { Replay } from './replay.tsx'
import { Secret } from './secret.tsx'
import { State } from './state.tsx'
import classes from './stream.module.css'

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
