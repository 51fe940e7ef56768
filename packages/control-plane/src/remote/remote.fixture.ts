import type { Role } from '@gatehouse/contract/operators'

import { createTestControlPlane, type Read } from '../service.fixture.ts'
import type { RemoteControlPlane, RemoteAnswer, RemoteCall } from './control-plane.ts'

/** Creates a control plane whose console works at another one: `here` has the operators, `there` the projects. */
export async function createTwoControlPlanes() {
  const there = await createTestControlPlane()
  const calls: RemoteCall[] = []
  // The answer that a test sets instead of the real one.
  let instead: ((call: RemoteCall) => RemoteAnswer | undefined) | undefined
  const remote: RemoteControlPlane = {
    url: new URL('https://there.example.org'),
    call: async (call) => {
      calls.push(call)
      const given = instead?.(call)
      if (given !== undefined) return given
      const path = call.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(call.params[name] ?? ''))
      const query = call.query.size === 0 ? '' : `?${call.query}`
      const headers = { authorization: `Bearer ${there.rootKey}`, ...call.headers }
      return {
        kind: 'answered',
        response: await there.plane.fetch(there.request(call.method, `${path}${query}`, call.body, headers)),
      }
    },
  }
  const here = await createTestControlPlane(undefined, { remote })
  const owner = here.person('owner@example.org')
  await give(owner.identityId, 'owner')

  async function give(identityId: string, role: Role): Promise<void> {
    await here.call('PUT', `/workspaces/${here.workspaceId}/members/${identityId}`, { role })
  }
  /** A person with a role at the first workspace here, or with none. */
  async function member(name: string, role?: Role) {
    const person = here.person(`${name}@example.org`)
    if (role !== undefined) await give(person.identityId, role)
    return person
  }
  /** Returns the lines of the audit log here. */
  const audit = async (): Promise<Read['body'][]> =>
    (await here.call('GET', `/workspaces/${here.workspaceId}/audit`)).body.entries
  return { here, there, remote, calls, owner, member, audit, answerWith: (given: typeof instead) => (instead = given) }
}

export type TwoControlPlanes = Awaited<ReturnType<typeof createTwoControlPlanes>>
