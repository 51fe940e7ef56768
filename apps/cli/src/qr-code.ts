import { TOTP } from 'otpauth'
import { renderUnicodeCompact } from 'uqr'
import { processEnvironment } from '@gatehouse/config/config'

/**
 * Draws a key for an authenticator app as a QR code of half blocks. Black on white in every theme, as cameras want it,
 * unless the person wants no colours (`NO_COLOR`): then it takes those of the terminal.
 */
export function totpQrCode(
  secret: string,
  { issuer, label }: { readonly issuer: string; readonly label: string },
): string {
  const address = new TOTP({ secret, issuer, label }).toString()
  const lines = renderUnicodeCompact(address, { border: 2 }).split('\n')
  const isPlain = (processEnvironment()['NO_COLOR'] ?? '') !== ''
  return (isPlain ? lines : lines.map((line) => `\u001B[97;40m${line}\u001B[0m`)).join('\n')
}
