/** Who calls: a key, or a person by the identity they have at the operators' identity service. */
export type Principal =
  | { readonly kind: 'key'; readonly keyId: string }
  | {
      readonly kind: 'operator'
      readonly identityId: string
      /** Whether they have used a second factor in this session. Absent: not asked. */
      readonly secondFactor?: boolean
    }

/** A principal's id among those of its kind. */
export function idOf(principal: Principal): string {
  return principal.kind === 'key' ? principal.keyId : principal.identityId
}
