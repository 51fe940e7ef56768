import { Panel, Row, Section } from '@gatehouse/design/content'
import { ConsoleForm } from '../../form/console-form.tsx'
import { PageLink } from '../../page/page-link.tsx'
import { FaultFold, FaultText } from '../../messages/fault-text.tsx'
import { HealthBadge } from '../../streams/health-badge.tsx'
import { backlogOf, healthOf, type StreamState } from '../../streams/stream.ts'
import { Instant } from '../../text/instant.tsx'
import { useText } from '../../text/texts.tsx'
import { useMay } from '../../scopes/use-scope.ts'

/** The state of a stream: waiting, delivered and abandoned events, and the reason. */
export function State({ stream, address }: { readonly stream: StreamState; readonly address: string }) {
  const t = useText('console_events')
  const may = useMay()
  const { status, deliveries, last_fault: fault, last_fault_kind: kind, next_attempt_at: nextAt } = stream
  const turn = status === 'paused' ? 'resume' : 'pause'
  const mayTurn = may(status === 'paused' ? 'resumeEventStream' : 'pauseEventStream')
  const mayList = may('listEventStreamDeliveries')
  const list = (state: string, label: string) =>
    mayList ? <PageLink href={`${address}/deliveries?state=${state}`}>{label}</PageLink> : label
  return (
    <Section id="state" title={t('stream.how')}>
      <Panel>
        <Row
          title={t('stream.state')}
          badge={<HealthBadge stream={stream} />}
          action={mayTurn && <ConsoleForm intent={turn} submit={t(`stream.${turn}`)} variant="plain" />}
        >
          {t(`stream.${healthOf(stream)}_text`)}
        </Row>
        {fault !== null && (
          <Row title={t('stream.last_fault')}>
            <FaultText text={`${fault}.`} kind={kind ?? undefined} />
            {nextAt !== null && status === 'active' && (
              <>
                {' '}
                {t('stream.next_try')} <Instant at={nextAt} />
              </>
            )}
            <FaultFold text={fault} kind={kind ?? undefined} />
          </Row>
        )}
        <Row title={list('pending', t('stream.backlog'))}>
          {t('stream.backlog_text', { number: backlogOf(stream) })}
        </Row>
        <Row title={list('delivered', t('stream.delivered'))}>
          {t('stream.delivered_text', { number: deliveries.delivered })}
        </Row>
        <Row title={list('dead', t('stream.dead'))}>{t('stream.dead_text', { number: deliveries.dead })}</Row>
      </Panel>
    </Section>
  )
}
