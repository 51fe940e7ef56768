/**
 * The caller: a key, a person by their identity at the operators' identity service, or a caller that the process itself
 * has authenticated at its admin listener. The last one has every role, and is not stored.
 */
export type Principal =
  | { readonly kind: 'listener' }
  | { readonly kind: 'key'; readonly keyId: string }
  | {
      readonly kind: 'operator'
      readonly identityId: string
      /** Whether they have used a second factor in this session. Absent: not asked. */
      readonly secondFactor?: boolean
    }

/** The holder of an onboarding link. It has no role anywhere: it opens one organization's connection alone. */
export interface LinkHolder {
  readonly kind: 'link'
  readonly linkId: string
}

/** A caller's id among those of its kind. */
export function idOf(caller: Principal | LinkHolder): string {
  switch (caller.kind) {
    case 'key':
      return caller.keyId
    case 'operator':
      return caller.identityId
    case 'link':
      return caller.linkId
    case 'listener':
      return 'admin-listener'
  }
  caller satisfies never
  throw new TypeError('an unknown kind of caller')
}
