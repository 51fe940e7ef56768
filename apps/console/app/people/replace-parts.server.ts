import type { AdminClient } from '@gatehouse/client/admin-client'
import type { Changed } from '@gatehouse/client/control-plane'
import type { Identity } from '@gatehouse/contract/identities'
import type { ProjectContext } from '../control-plane/scope.server.ts'
import { faulty } from '../form/faulty.server.ts'
import type { SubmittedForm } from '../form/fields.server.ts'
import type { ConsoleRequest } from '../request/console-request.ts'
import { changed } from './answers.server.ts'
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
 * Replaces parts of an account. The outcome `stale` has the account as it is now: someone else changed one of the parts
 * after it was read, so nothing was saved.
 */
export async function replaceParts(
  scope: ProjectContext,
  admin: AdminClient,
  { identity, engine }: ReadAccount,
  parts: Partial<Readonly<Record<AccountPart, unknown>>>,
): Promise<Changed<Identity> | { readonly kind: 'stale'; readonly identity: Identity }> {
  const { id } = identity
  const names = accountParts.filter((name) => name in parts)
  // Other services compare JSON as text, and would refuse a value that they write differently.
  const tested = engine.kind === 'embedded' ? names.filter((name) => (identity[name] ?? null) !== null) : []
  const outcome = await changed(
    admin.patchIdentity({ id }, [
      ...tested.map((name) => ({ op: 'test', path: `/${name}`, value: identity[name] })),
      // `add` replaces an existing value, and also works without one.
      ...names.map((name) => ({ op: 'add', path: `/${name}`, value: parts[name] })),
    ]),
  )
  if (outcome.kind !== 'refused' || outcome.status !== 400 || tested.length === 0) return outcome
  const { identity: now } = await readPerson(scope, id)
  const isStale = tested.some((name) => JSON.stringify(now[name]) !== JSON.stringify(identity[name]))
  return isStale ? { kind: 'stale', identity: now } : outcome
}

/**
 * Returns the form with its input, status 409, after someone else saved the same values while it was open. `before`
 * identifies the values now: the form replaces them when it is sent again.
 */
export function staleForm(page: ConsoleRequest, form: SubmittedForm, before: string, keep: readonly string[]) {
  const text = (name: string) => (name === 'before' ? before : form.text(name))
  return faulty({ intent: form.intent, text }, { '': page.t('console_people:form.stale') }, [...keep, 'before'], 409)
}
