import type { Answer } from '@gatehouse/client/client'
import type { ProjectContext } from '../control-plane/scope.server.ts'
import { type Engine, isAble } from '../people/engine.ts'
import { nextOf, totalIn } from '../people/next-of.server.ts'
import type { Figure } from './figure.ts'
import { loadSignIns } from './load-sign-ins.server.ts'
import { totalOf } from './sign-in-totals.ts'

/** What is counted by looking is counted no further. */
const mostCounted = 250

/** The figures of a project that are worth a look. What is unknown says why; none of them breaks the page. */
export async function loadFigures(scope: ProjectContext, engine: Engine, now: number) {
  const [people, sessions, unsent, signIns] = await Promise.all([
    figureOf(scope, 'listIdentities', () => scope.admin.listIdentities({ page: 0, per_page: 1 }), counting),
    figureOf(scope, 'listSessions', () => scope.admin.listSessions({ active: true, page_size: mostCounted }), counted),
    figureOf(
      scope,
      'listCourierMessages',
      () => scope.admin.listCourierMessages({ status: 'abandoned', page_size: mostCounted, redacted: true }),
      counted,
    ),
    isAble(engine, 'activity') && scope.may('getSignInActivity') ? loadSignIns(scope, '24h', now) : undefined,
  ])
  const total = signIns && totalOf(signIns)
  const known = (value: number | undefined): Figure =>
    value === undefined ? { kind: 'absent', why: 'engine' } : { kind: 'known', value, isLeast: false }
  return { people, sessions, succeeded: known(total?.succeeded), failed: known(total?.failed), unsent }
}

async function figureOf<T>(
  scope: ProjectContext,
  operation: string,
  ask: () => Promise<Answer<T>>,
  read: (answer: Extract<Answer<T>, { kind: 'ok' }>) => Figure,
): Promise<Figure> {
  if (!scope.may(operation)) return { kind: 'absent', why: 'role' }
  const answer = await ask()
  if (answer.kind === 'ok') return read(answer)
  // At the project where operators themselves sign in, the table of roles is not all.
  return { kind: 'absent', why: answer.kind === 'error' && answer.status === 403 ? 'role' : 'engine' }
}

type Answered<T> = Extract<Answer<T>, { kind: 'ok' }>

function counting(answer: Answered<unknown>): Figure {
  const value = totalIn(answer)
  return value === undefined ? { kind: 'absent', why: 'engine' } : { kind: 'known', value, isLeast: false }
}

function counted(answer: Answered<readonly unknown[]>): Figure {
  return { kind: 'known', value: answer.body.length, isLeast: nextOf(answer) !== undefined }
}
