import type { ControlPlane } from '@gatehouse/control-plane/service'
import type { GatewayProjects } from '../projects/project-host.ts'
import { readOnceIn, type WatchedGauge } from '../metrics/watched-gauge.ts'

/**
 * The time for which counts are cached, in milliseconds: counting asks every project's database, and scrapers may come
 * more often.
 */
const keptMs = 30_000

/** Returns the gauges that read databases. */
export function installationGauges(
  projects: Pick<GatewayProjects, 'messagesWaiting' | 'now'>,
  controlPlane: Pick<ControlPlane, 'deliveryBacklog'>,
): readonly WatchedGauge[] {
  const messages = readOnceIn(keptMs, () => projects.messagesWaiting())
  const backlog = readOnceIn(keptMs, () => controlPlane.deliveryBacklog())
  return [
    {
      name: 'gatehouse_messages_waiting',
      help: 'Mails and text messages that wait to be sent, of all projects.',
      read: async () => [{ value: await messages() }],
    },
    {
      name: 'gatehouse_event_deliveries',
      help: 'Events of streams that are active: on their way (pending), or given up (dead).',
      labelNames: ['state'],
      read: async () => {
        const { pending, dead } = await backlog()
        return Object.entries({ pending, dead }).map(([state, value]) => ({ value, labels: { state } }))
      },
    },
    {
      name: 'gatehouse_event_oldest_pending_seconds',
      help: 'How long the oldest event on its way to an active stream has waited; 0: none does.',
      read: async () => {
        const { oldestAt } = await backlog()
        return [{ value: oldestAt === undefined ? 0 : Math.max(0, projects.now() - oldestAt) / 1000 }]
      },
    },
  ]
}
