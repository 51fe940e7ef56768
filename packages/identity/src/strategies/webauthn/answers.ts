import { z } from 'zod'

const bytes = (longest: number) =>
  z
    .string()
    .min(1)
    .max(longest)
    .regex(/^[A-Za-z0-9_-]+=*$/)
const keyId = bytes(1400)
const clientData = bytes(4096)

const attestation = z.object({
  id: keyId,
  rawId: keyId,
  type: z.literal('public-key'),
  response: z.object({ clientDataJSON: clientData, attestationObject: bytes(65_536) }),
})

const assertion = z.object({
  id: keyId,
  rawId: keyId,
  type: z.literal('public-key'),
  response: z.object({
    clientDataJSON: clientData,
    authenticatorData: bytes(4096),
    signature: bytes(4096),
    // Authenticators leave it out for keys that were asked for by id.
    userHandle: z.union([bytes(100), z.literal('')]).nullish(),
  }),
})

/** What an authenticator says of a new key. Bytes are base64url. */
export type Attestation = z.output<typeof attestation>
/** What it signed with one. */
export type Assertion = z.output<typeof assertion>

/** Reads a submitted JSON text; nothing if it is none. */
export function readAttestation(text: string): Attestation | undefined {
  return attestation.safeParse(parse(text)).data
}

/** The same for what was signed with a key. */
export function readAssertion(text: string): Assertion | undefined {
  return assertion.safeParse(parse(text)).data
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
