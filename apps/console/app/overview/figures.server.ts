import type { Answer } from '@gatehouse/client/answer'
import type { ProjectRoom } from '../control-plane/place.server.ts'
import { type Engine, isAble } from '../people/engine.ts'
import { nextOf } from '../people/next-of.server.ts'
import type { Figure } from './figure.ts'
import { loadSignIns } from './load-sign-ins.server.ts'
import { totalOf } from './sign-in-totals.ts'

/** What is counted by looking is counted no further. */
const mostCounted = 250

/** The figures of a project that are worth a look. What cannot be told says why; none of them breaks the page. */
export async function loadFigures(room: ProjectRoom, engine: Engine, now: number) {
  const [people, sessions, unsent, signIns] = await Promise.all([
    told(room, 'listIdentities', () => room.admin.listIdentities({ page: 0, per_page: 1 }), totalIn),
    told(room, 'listSessions', () => room.admin.listSessions({ active: true, page_size: mostCounted }), counted),
    told(
      room,
      'listCourierMessages',
      () => room.admin.listCourierMessages({ status: 'abandoned', page_size: mostCounted, redacted: true }),
      counted,
    ),
    isAble(engine, 'activity') && room.may('getSignInActivity') ? loadSignIns(room, '24h', now) : undefined,
  ])
  const total = signIns && totalOf(signIns)
  const known = (value: number | undefined): Figure =>
    value === undefined ? { kind: 'absent', why: 'engine' } : { kind: 'known', value, isLeast: false }
  return { people, sessions, succeeded: known(total?.succeeded), failed: known(total?.failed), unsent }
}

async function told<T>(
  room: ProjectRoom,
  operation: string,
  ask: () => Promise<Answer<T>>,
  read: (answer: Extract<Answer<T>, { kind: 'ok' }>) => Figure,
): Promise<Figure> {
  if (!room.may(operation)) return { kind: 'absent', why: 'role' }
  const answer = await ask()
  if (answer.kind === 'ok') return read(answer)
  // At the project where operators themselves sign in, the table of roles is not all.
  return { kind: 'absent', why: answer.kind === 'error' && answer.status === 403 ? 'role' : 'engine' }
}

type Told<T> = Extract<Answer<T>, { kind: 'ok' }>

function totalIn({ headers }: Told<unknown>): Figure {
  const total = headers.get('x-total-count') ?? ''
  return /^\d+$/.test(total)
    ? { kind: 'known', value: Number(total), isLeast: false }
    : { kind: 'absent', why: 'engine' }
}

function counted(answer: Told<readonly unknown[]>): Figure {
  return { kind: 'known', value: answer.body.length, isLeast: nextOf(answer) !== undefined }
}
