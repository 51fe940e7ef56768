import { nextPageToken } from '@gatehouse/client/admin-client'
import type { Answer } from '@gatehouse/client/client'
import type { ProjectContext } from '../control-plane/scope.server.ts'
import { type Engine, supportsFeature } from '../people/engine.ts'
import { totalIn } from '../people/answers.server.ts'
import type { Figure, FigureName } from './figure.ts'
import type { SignInPeriods } from './load-sign-ins.server.ts'
import { totalOf } from './sign-in-totals.ts'

/** The most entries that are counted. */
const mostCounted = 250

/** Loads the figures of a project. An unknown figure has a reason; none of them breaks the page. */
export async function loadFigures(
  scope: ProjectContext,
  engine: Engine,
  periods: SignInPeriods | undefined,
): Promise<Readonly<Record<FigureName, Figure>>> {
  const narrows = supportsFeature(engine, 'search')
  const people = (query: Readonly<Record<string, string>>) =>
    figureOf(scope, 'listIdentities', () => scope.admin.listIdentities({ page_size: 1, ...query }), counting)
  const since = (start: string) => (narrows ? people({ order: 'newest', created_after: start }) : absent)
  const [all, recent, recentBefore, second, sessions, unsent] = await Promise.all([
    figureOf(scope, 'listIdentities', () => scope.admin.listIdentities({ page: 0, per_page: 1 }), counting),
    periods === undefined ? absent : since(periods.start),
    periods === undefined ? absent : since(periods.startBefore),
    narrows ? people({ order: 'newest', second_step: 'true' }) : absent,
    figureOf(scope, 'listSessions', () => scope.admin.listSessions({ active: true, page_size: mostCounted }), counted),
    figureOf(
      scope,
      'listCourierMessages',
      () => scope.admin.listCourierMessages({ status: 'abandoned', page_size: mostCounted, redacted: true }),
      counted,
    ),
  ])
  const now = periods && totalOf(periods.buckets)
  const before = periods && totalOf(periods.before)
  const signIns = (name: 'succeeded' | 'failed'): Figure =>
    now === undefined ? absent : { kind: 'known', value: now[name], before: before?.[name] }
  const numberBefore = recent.kind === 'known' && recentBefore.kind === 'known' ? recentBefore.value - recent.value : 0
  return {
    succeeded: signIns('succeeded'),
    failed: signIns('failed'),
    new: recent.kind === 'known' ? { ...recent, before: numberBefore } : recent,
    people: all,
    second: second.kind === 'known' && all.kind === 'known' ? { ...second, of: all.value } : second,
    sessions,
    unsent,
  }
}

const absent: Figure = { kind: 'absent', why: 'engine' }

async function figureOf<T>(
  scope: ProjectContext,
  operation: string,
  ask: () => Promise<Answer<T>>,
  read: (answer: Extract<Answer<T>, { kind: 'ok' }>) => Figure,
): Promise<Figure> {
  if (!scope.may(operation)) return { kind: 'absent', why: 'role' }
  const answer = await ask()
  if (answer.kind === 'ok') return read(answer)
  // In the project in which operators themselves sign in, the table of roles is not sufficient.
  return { kind: 'absent', why: answer.kind === 'error' && answer.status === 403 ? 'role' : 'engine' }
}

type Answered<T> = Extract<Answer<T>, { kind: 'ok' }>

function counting(answer: Answered<unknown>): Figure {
  const value = totalIn(answer)
  return value === undefined ? absent : { kind: 'known', value }
}

function counted(answer: Answered<readonly unknown[]>): Figure {
  return { kind: 'known', value: answer.body.length, isLeast: nextPageToken(answer.headers) !== undefined }
}
