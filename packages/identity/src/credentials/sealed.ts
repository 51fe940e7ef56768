import { createSeals, type Seals } from '@gatehouse/platform/secrets'

export { createSeals, type Seals }

/** As `open`, if only a lost secret can be the reason: an operator has to know, and the sign-in fails. */
export function openOrThrow(seals: Seals, sealed: string, context: string): string {
  const plain = seals.open(sealed, context)
  if (plain === undefined)
    throw new Error(`${context} cannot be opened: secrets.cipher lost a secret, or it was altered`)
  return plain
}
