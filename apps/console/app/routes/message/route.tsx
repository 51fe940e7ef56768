import { templateNameOf } from '@gatehouse/contract/identities'
import { Alert, Badge, Empty, Panel, Row, Section } from '@gatehouse/design/content'
import { type ActionFunctionArgs, type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { enterProject } from '../../control-plane/scope.server.ts'
import { forbidden } from '../../failure/fail.server.ts'
import { readForm } from '../../form/fields.server.ts'
import { FactPanel } from '../../layout/fact-panel.tsx'
import { PageHead } from '../../page/page-head.tsx'
import { CodeBlock } from '../../people/code-block.tsx'
import { okOrThrow } from '../../people/answers.server.ts'
import { FaultFold, FaultText } from '../../messages/fault-text.tsx'
import { faultOf } from '../../messages/fault.ts'
import { ResendForm } from '../../messages/resend-form.tsx'
import { resendMessage } from '../../messages/resend.server.ts'
import { StatusBadge } from '../../messages/status-badge.tsx'
import { useTemplateName } from '../../messages/template-name.ts'
import { consoleRequestOf } from '../../request/console-request.ts'
import { Instant } from '../../text/instant.tsx'
import { useText } from '../../text/texts.tsx'
import { useMay } from '../../scopes/use-scope.ts'
import classes from '../person/person.module.css'

export async function loader({ context, params }: LoaderFunctionArgs) {
  const page = consoleRequestOf(context)
  const scope = await enterProject(page, params)
  const { body } = await okOrThrow(page, scope.admin.getCourierMessage({ id: params['message'] ?? '' }))
  return {
    id: body.id,
    canBeResent: body.can_be_resent === true,
    recipient: body.recipient,
    template: templateNameOf(body),
    channel: body.channel ?? body.type,
    status: body.status,
    attempts: body.send_count,
    at: body.created_at,
    updatedAt: body.updated_at,
    subject: textOf(body.subject),
    text: textOf(body.body),
    dispatches: (body.dispatches ?? []).map((one) => ({
      id: one.id,
      status: one.status,
      at: one.created_at,
      fault: faultOf(one.error),
    })),
  }
}

export async function action({ request, context, params }: ActionFunctionArgs) {
  const page = consoleRequestOf(context)
  const scope = await enterProject(page, params)
  const form = await readForm(request)
  if (form.intent !== `resend.${params['message'] ?? ''}`) throw forbidden(page)
  return resendMessage(page, scope, form)
}

/** Services replace hidden content by this text. */
function textOf(text: string): string | undefined {
  return text === '' || text.startsWith('<redacted') ? undefined : text
}

type MessageShown = Readonly<Awaited<ReturnType<typeof loader>>>

/** One message: its content, as far as that is shown, and each attempt to deliver it. */
export default function Message() {
  const t = useText('console_people')
  const message = useLoaderData<typeof loader>()
  return (
    <>
      <PageHead title={message.recipient} intro={<StatusBadge status={message.status} />} />
      {message.status === 'abandoned' && !message.canBeResent && (
        <Alert kind="info" title={t('message.no_retry')}>
          {t('message.no_retry_text')}
        </Alert>
      )}
      {message.canBeResent && <Resend {...message} />}
      <Facts {...message} />
      <Content {...message} />
      <Dispatches {...message} />
    </>
  )
}

function Resend({ id, status, template, recipient }: MessageShown) {
  const t = useText('console_people')
  const mayResend = useMay()('resendCourierMessage')
  const isProof = template.startsWith('verification')
  return (
    <Section
      id="resend"
      title={t(status === 'abandoned' ? 'message.given_up' : 'message.retried')}
      intro={t(
        status !== 'abandoned' ? 'message.retried_text' : isProof ? 'message.given_up_proof' : 'message.given_up_text',
      )}
    >
      {mayResend && <ResendForm id={id} recipient={recipient} />}
    </Section>
  )
}

function Facts({ template, channel, attempts, at, updatedAt }: MessageShown) {
  const t = useText('console_people')
  const nameOf = useTemplateName()
  return (
    <Section id="facts" title={t('message.facts')}>
      <FactPanel>
        <Row title={t('message.template')}>
          {nameOf(template)} <code className={classes.code}>{template}</code>
        </Row>
        <Row title={t('message.channel')}>
          {t(channel === 'sms' || channel === 'phone' ? 'message.channel_sms' : 'message.channel_email')}
        </Row>
        <Row title={t('message.attempts')}>{attempts}</Row>
        <Row title={t('message.at')}>
          <Instant at={at} />
        </Row>
        <Row title={t('person.updated')}>
          <Instant at={updatedAt} />
        </Row>
      </FactPanel>
    </Section>
  )
}

function Content({ subject, text }: MessageShown) {
  const t = useText('console_people')
  return (
    <Section id="content" title={t('message.content')}>
      {text === undefined && subject === undefined ? (
        <Empty drawing="letterbox" title={t('message.hidden')}>
          <p>{t('message.hidden_text')}</p>
        </Empty>
      ) : (
        <Panel>
          <Row title={t('message.subject')}>
            <bdi>{subject}</bdi>
          </Row>
          <Row title={t('message.body')}>
            <CodeBlock label={t('message.body')}>{text}</CodeBlock>
          </Row>
        </Panel>
      )}
    </Section>
  )
}

function Dispatches({ attempts, dispatches }: MessageShown) {
  const t = useText('console_people')
  return (
    <Section id="dispatches" title={t('message.dispatches')}>
      {dispatches.length === 0 ? (
        <Empty drawing="letterbox" title={t(attempts === 0 ? 'message.no_dispatches' : 'message.dispatches_untold')} />
      ) : (
        <Panel>
          {dispatches.map(({ id, status, at, fault }) => (
            <Row
              key={id}
              title={<Instant at={at} />}
              badge={
                <Badge tone={status === 'success' ? 'good' : status === 'failed' ? 'bad' : 'neutral'}>
                  {t(`message.dispatch_${status}`)}
                </Badge>
              }
            >
              <FaultText {...fault} />
              <FaultFold {...fault} />
            </Row>
          ))}
        </Panel>
      )}
    </Section>
  )
}
