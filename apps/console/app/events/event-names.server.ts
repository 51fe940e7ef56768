import { personName } from '@gatehouse/contract/identities'
import type { EventEnvelope } from '@gatehouse/contract/events'
import type { ProjectContext } from '../control-plane/scope.server.ts'
import type { AuditedAct, EventNames } from './event-names.ts'

const dayMs = 86_400_000

/** Returns the names for the ids of some events, as far as the operator may see them. */
export async function eventNames(scope: ProjectContext, events: readonly EventEnvelope[]): Promise<EventNames> {
  const [people, acts] = await Promise.all([peopleIn(scope, events), actsIn(scope, events)])
  return { people, acts }
}

async function peopleIn(scope: ProjectContext, events: readonly EventEnvelope[]): Promise<EventNames['people']> {
  const targets = events.flatMap(({ data }) => (data['target_kind'] === 'identity' ? [data['target_id']] : []))
  const named = [...events.map(({ identity_id: id }) => id), ...targets].filter((id) => typeof id === 'string')
  const ids = [...new Set(named)].filter((id) => id !== '')
  if (ids.length === 0 || !scope.may('listIdentities')) return {}
  const answer = await scope.admin.listIdentities({ ids, per_page: ids.length })
  if (answer.kind !== 'ok') return {}
  return Object.fromEntries(answer.body.map((identity) => [identity.id, personName(identity)]))
}

/** Events of the control plane are lines of its audit log, which has the names. */
async function actsIn(scope: ProjectContext, events: readonly EventEnvelope[]): Promise<EventNames['acts']> {
  const own = events.filter(({ source }) => source === 'project')
  const [newest, oldest] = [own[0], own.at(-1)]
  if (newest === undefined || oldest === undefined || !scope.may('listProjectAudit')) return {}
  const query = { from: oldest.time, to: new Date(Date.parse(newest.time) + dayMs).toISOString(), page_size: '250' }
  const answer = await scope.call('listProjectAudit', { query })
  if (answer.kind === 'refused') return {}
  return Object.fromEntries(
    answer.body.entries.map(({ id, actor, target, reason }): [string, AuditedAct] => [
      id,
      { actor, target: target.name, reason },
    ]),
  )
}
