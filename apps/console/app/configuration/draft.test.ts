import { expect, test } from 'vitest'
import type { CallResult } from '@gatehouse/client/control-plane'
import type { ConfigTree } from './config-tree.ts'
import { draftPage, reviewChanges, reviewDraft, saveDraft } from './draft.server.ts'
import type { ConfigContext } from './project-document.server.ts'

/** A project with the revisions that its configuration went through, as a control plane keeps it. */
function projectWith(...revisions: readonly ConfigTree[]) {
  const saved = [...revisions]
  const document = (at: number) => ({ revision_id: `r${at}`, services: { identity: { config: saved[at] } } })
  const revisionOf = (given: readonly unknown[]) => {
    const [sent] = given as readonly [{ readonly params?: { readonly revision_id?: string } }?]
    return sent?.params?.revision_id
  }
  const scope = {
    load: async (_: string, ...given: readonly unknown[]) =>
      document(Number(revisionOf(given)?.slice(1) ?? saved.length - 1)),
    call: async (_: string, ...given: readonly unknown[]): Promise<CallResult<unknown>> => {
      const refuse = (status: number, id: string | undefined, faults: readonly string[] = []) =>
        ({ kind: 'refused', status, id, reason: faults.join('; '), faults }) as const
      if (revisionOf(given) !== `r${saved.length - 1}`) return refuse(409, 'stale_revision')
      const [{ body }] = given as readonly [{ readonly body: readonly [{ readonly value: ConfigTree }] }]
      const [{ value }] = body
      if ('nonsense' in value) return refuse(400, undefined, ['nonsense is unknown'])
      saved.push(value)
      return { kind: 'done', body: { warnings: 'dsn' in value ? [{ message: 'dsn is left out' }] : [] } }
    },
  } as ConfigContext
  return { scope, saved }
}

const day = { session: { lifespan: '24h' } }
const week = { session: { lifespan: '168h' } }
const named = { ...day, log: 'info' }
const textsOf = (comparison: readonly (readonly { kind: string; text: string }[])[]) =>
  comparison.flat().flatMap(({ kind, text }) => (kind === 'same' ? [] : [`${kind} ${text.trim()}`]))

test.each<[string, string, ConfigTree, readonly string[]]>([
  ['what counts', 'r1', week, ['removed log: info', 'removed lifespan: 24h', 'added lifespan: 168h']],
  ['what counted when the form was opened', 'r0', week, ['removed lifespan: 24h', 'added lifespan: 168h']],
  ['itself', 'r1', named, []],
])('a draft is compared with %s', async (_, revision, draft, lines) => {
  const { scope, saved } = projectWith(day, named)
  const answer = await reviewDraft(scope, revision, () => draft)
  expect(answer.kind === 'review' && { ...answer, comparison: textsOf(answer.comparison) }).toEqual({
    kind: 'review',
    draft: JSON.stringify(draft),
    revision,
    changes:
      draft === week ? [{ path: 'session.lifespan', kind: 'duration', before: 86_400_000, after: 604_800_000 }] : [],
    comparison: lines,
  })
  expect(draftPage(answer).init?.status).toBe(200)
  expect(saved).toHaveLength(2)
})

test('a draft is based on the revision that the form showed, not on the current one', async () => {
  const { scope } = projectWith(day, week)
  const answer = await reviewDraft(scope, 'r0', (base) => ({ ...base, log: 'info' }))
  expect(answer.kind === 'review' && JSON.parse(answer.draft)).toEqual(named)
})

test('a form keeps what someone else changed while it was open', async () => {
  const { scope } = projectWith(day, named)
  const answer = await reviewChanges(scope, 'r0', (base) => ({ ...base, ...week }))
  if (answer.kind !== 'review') throw new Error(`it was ${answer.kind}`)
  expect([answer.revision, JSON.parse(answer.draft)]).toEqual(['r1', { ...named, ...week }])
  expect(textsOf(answer.comparison)).toEqual(['removed lifespan: 24h', 'added lifespan: 168h'])
})

test('a value that both changed is shown with both changes', async () => {
  const { scope } = projectWith(day, { ...named, ...week })
  const answer = await reviewChanges(scope, 'r0', (base) => ({ ...base, session: { lifespan: '48h' } }))
  if (answer.kind !== 'stale') throw new Error(`it was ${answer.kind}`)
  expect([answer.revision, JSON.parse(answer.draft)]).toEqual(['r1', { ...named, session: { lifespan: '48h' } }])
  expect(textsOf(answer.theirs)).toEqual(['added log: info', 'removed lifespan: 24h', 'added lifespan: 168h'])
  expect(textsOf(answer.mine)).toEqual(['removed lifespan: 168h', 'added lifespan: 48h'])
})

test.each([
  ['JSON', JSON.stringify(week), []],
  ['YAML', 'session:\n  lifespan: 168h\n', []],
  ['with a warning', JSON.stringify({ ...week, dsn: 'memory' }), ['dsn is left out']],
])('a draft as %s counts once it is saved', async (_, draft, warnings) => {
  const { scope, saved } = projectWith(day)
  expect(await saveDraft(scope, 'r0', draft)).toEqual({ kind: 'saved', warnings })
  expect(saved.at(-1)).toMatchObject(week)
})

test.each([
  ['refused by the control plane', JSON.stringify({ nonsense: 1 }), ['nonsense is unknown']],
  ['no configuration', '- a', ['The configuration has to be a map of keys and values.']],
])('what is %s comes back as it was, with every fault', async (_, draft, faults) => {
  const { scope, saved } = projectWith(day)
  const answer = await saveDraft(scope, 'r0', draft)
  expect(answer).toEqual({ kind: 'refused', draft, reason: faults.join('; '), faults })
  if (answer.kind === 'saved') throw new Error('it was saved')
  expect(draftPage(answer).init?.status).toBe(400)
  expect(saved).toHaveLength(1)
})

test('an operator who saves after another one sees both changes, and the other one’s counts', async () => {
  const { scope, saved } = projectWith(day, named)
  const answer = await saveDraft(scope, 'r0', JSON.stringify(week))
  if (answer.kind !== 'stale') throw new Error(`it was ${answer.kind}`)
  expect([answer.revision, JSON.parse(answer.draft)]).toEqual(['r1', week])
  expect(textsOf(answer.theirs)).toEqual(['added log: info'])
  expect(textsOf(answer.mine)).toEqual(['removed log: info', 'removed lifespan: 24h', 'added lifespan: 168h'])
  expect(draftPage(answer).init?.status).toBe(409)
  expect(saved.at(-1)).toEqual(named)
})
