/** Who calls: a key, or a person by the identity they have at the operators' identity service. */
export type Principal =
  | { readonly kind: 'key'; readonly keyId: string }
  | { readonly kind: 'operator'; readonly identityId: string }

/** A principal's id among those of its kind. */
export function idOf(principal: Principal): string {
  return principal.kind === 'key' ? principal.keyId : principal.identityId
}
