import { isDeepStrictEqual } from 'node:util'

import { applyTraits } from '../../identities/compose.ts'
import type { Composed } from '../../identities/compose.ts'
import type { Identity } from '../../identities/identity.ts'
import type { IdentitySchemas } from '../../identities/schemas.ts'
import { traitNodes } from '../../identities/trait-nodes.ts'
import { saveLabel } from '../../messages/labels.ts'
import { generic } from '../../messages/validation.ts'
import { submitNode } from '../../nodes/node.ts'
import { invalidTraits, readWholeTraits } from '../../flows/presentation/traits.ts'
import { named } from '../../flows/ports/strategy.ts'
import type { SettingsAttempt, SettingsCapability } from '../../flows/ports/strategy.ts'

/** What changing one's traits takes. */
export interface ProfileSettingsDependencies {
  readonly schemas: IdentitySchemas
}

/** Changing one's own data. What others rely on (sign-in names, addresses) needs a recent sign-in. */
export function profileSettings({ schemas }: ProfileSettingsDependencies): SettingsCapability {
  const schemaOf = (identity: Identity) => schemas.get(identity.schemaId)

  function next({ identity, submission, now }: SettingsAttempt): Composed | undefined {
    const schema = schemaOf(identity)
    return schema && applyTraits(schema, identity, readWholeTraits(schema, submission), now)
  }

  return {
    handles: named('profile'),
    nodes: ({ identity }) => {
      const schema = schemaOf(identity)
      if (!schema) return []
      const fields = traitNodes(schema, { group: 'profile', traits: identity.traits })
      return [...fields, submitNode('profile', 'method', 'profile', saveLabel())]
    },
    isPrivileged: (attempt) => {
      const composed = next(attempt)
      return composed?.kind === 'composed' && !isDeepStrictEqual(claims(composed.identity), claims(attempt.identity))
    },
    submit: (attempt) => {
      const schema = schemaOf(attempt.identity)
      if (!schema) return { kind: 'rejected', form: [generic('The schema of this account is no longer configured.')] }
      const traits = readWholeTraits(schema, attempt.submission)
      const composed = applyTraits(schema, attempt.identity, traits, attempt.now)
      if (composed.kind === 'invalid') {
        // A field that was left empty is shown empty, not as it was saved.
        const emptied = Object.fromEntries(schema.fields.map(({ name }) => [name, undefined]))
        const rejected = invalidTraits(schema, traits, composed.faults)
        return { ...rejected, values: { ...emptied, ...rejected.values } }
      }
      const change = (fresh: Identity): Identity => {
        const again = applyTraits(schema, fresh, traits, attempt.now)
        return again.kind === 'composed' ? again.identity : fresh
      }
      return { kind: 'changed', change }
    },
  }
}

/** What a thief of an open session would change to keep the account: every sign-in name and address. */
function claims({ credentials, verifiableAddresses, recoveryAddresses }: Identity): unknown {
  return {
    identifiers: Object.values(credentials).map(({ type, identifiers }) => [type, identifiers]),
    verifiable: verifiableAddresses.map(({ value }) => value),
    recovery: recoveryAddresses.map(({ value }) => value),
  }
}
