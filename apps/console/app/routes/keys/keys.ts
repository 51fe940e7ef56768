/** An API key without its secret, as the control plane has it. Times are RFC 3339. */
export interface ApiKey {
  readonly id: string
  readonly name: string
  readonly prefix: string
  readonly last_characters: string
  readonly role: string
  readonly created_at: string
  readonly expires_at?: string
  readonly last_used_at?: string
}

/** How long a key may live, in days; 0: until it is revoked. */
export const lifespans = [30, 90, 365, 0] as const
