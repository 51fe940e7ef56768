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
    // Authenticators leave it out for keys that were requested by id.
    userHandle: z.union([bytes(100), z.literal('')]).nullish(),
  }),
})

/** An authenticator's answer about a new key. Bytes are base64url. */
export type Attestation = z.output<typeof attestation>
/** An authenticator's signature with a key. */
export type Assertion = z.output<typeof assertion>

/** Reads a submitted JSON text; nothing if it is none. */
export function readAttestation(text: string): Attestation | undefined {
  return attestation.safeParse(parse(text)).data
}

/** Reads the same for a signature with a key. */
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
