import { isDeepStrictEqual } from 'node:util'
import type { AdminClient } from '@gatehouse/client/admin-client'
import type { CallResult } from '@gatehouse/client/control-plane'
import type { Identity } from '@gatehouse/contract/identities'
import type { ProjectContext } from '../control-plane/scope.server.ts'
import { faulty } from '../form/faulty.server.ts'
import type { SubmittedForm } from '../form/fields.server.ts'
import { changesOf, valueIn } from '../json/changes.server.ts'
import type { ConsoleRequest } from '../request/console-request.ts'
import { callResult } from './answers.server.ts'
import type { Engine } from './engine.ts'
import { readPerson } from './read-person.server.ts'

const accountParts = ['traits', 'metadata_public', 'metadata_admin', 'state'] as const

/** A part of an account that forms replace. */
export type AccountPart = (typeof accountParts)[number]

/** An account as it was when its form was checked. */
interface ReadAccount {
  readonly identity: Identity
  readonly engine: Engine
}

/**
 * Replaces parts of an account: only the values within them that differ, so that the rest of it stays as the service has
 * it. The outcome `stale` has the account as it is now: someone else changed one of these values after it was read, so
 * nothing was saved.
 */
export async function replaceParts(
  scope: ProjectContext,
  admin: AdminClient,
  { identity, engine }: ReadAccount,
  parts: Partial<Readonly<Record<AccountPart, unknown>>>,
): Promise<CallResult<Identity> | { readonly kind: 'stale'; readonly identity: Identity }> {
  const { id } = identity
  const changes = accountParts
    .filter((name) => name in parts)
    .flatMap((name) => changesOf([name], identity[name] ?? null, parts[name]))
  if (changes.length === 0) return { kind: 'done', body: identity }
  // Other services compare JSON as text, and would refuse a value that they write differently.
  const tested = engine.kind === 'embedded' ? changes.filter(({ before }) => (before ?? null) !== null) : []
  const outcome = await callResult(
    admin.patchIdentity({ id }, [
      ...tested.map(({ path, before }) => ({ op: 'test', path: pointerTo(path), value: before })),
      // `add` replaces an existing value, and also works without one.
      ...changes.map(({ path, after }) =>
        after === undefined
          ? { op: 'remove', path: pointerTo(path) }
          : { op: 'add', path: pointerTo(path), value: after },
      ),
    ]),
  )
  if (outcome.kind !== 'refused' || outcome.status !== 400 || tested.length === 0) return outcome
  const { identity: now } = await readPerson(scope, id)
  const isStale = tested.some(({ path, before }) => !isDeepStrictEqual(valueIn(now, path), before))
  return isStale ? { kind: 'stale', identity: now } : outcome
}

function pointerTo(path: readonly string[]): string {
  return path.map((key) => `/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`).join('')
}

/**
 * Returns the form with its input, status 409, after someone else saved the same values while it was open. `before`
 * identifies the values now: the form shows them, and overwrites them when it is sent again.
 */
export function fieldConflict(page: ConsoleRequest, form: SubmittedForm, before: string, keep: readonly string[]) {
  const text = (name: string) => (name === 'before' || name === 'saved_value' ? before : form.text(name))
  return faulty(
    { intent: form.intent, text },
    { '': page.t('console_people:form.stale') },
    [...keep, 'saved_value'],
    409,
  )
}
