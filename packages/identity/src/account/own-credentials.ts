import type { OwnCredential, OwnKey } from '@gatehouse/contract/account'

import { authenticatorName } from '../credentials/authenticator-names.ts'
import type { OwnKeyFacts } from '../credentials/own-facts.ts'
import { timestamp } from '../identities/present.ts'
import type { OwnFactsOfMethod } from '../strategies/methods.ts'

/** A way to prove who one is, on the wire. */
export function presentOwn({
  method,
  ways,
  isSecondStep,
  changedAt,
  usedAt,
  keys,
  codes,
  links,
}: OwnFactsOfMethod): OwnCredential {
  return {
    type: method,
    ways,
    second_step: isSecondStep,
    changed_at: timestamp(changedAt),
    ...(usedAt !== undefined && { used_at: usedAt === null ? null : timestamp(usedAt) }),
    ...(keys && { keys: keys.map(presentKey) }),
    ...(codes && { codes }),
    ...(links && { links }),
  }
}

function presentKey({ id, name, aaguid, addedAt, usedAt, isPasswordless }: OwnKeyFacts): OwnKey {
  const authenticator = authenticatorName(aaguid) ?? null
  return {
    id,
    name: name || (authenticator ?? ''),
    authenticator,
    added_at: timestamp(addedAt),
    ...(usedAt !== undefined && { used_at: usedAt === null ? null : timestamp(usedAt) }),
    signs_in: isPasswordless,
  }
}
