import type { Refusal } from './answer.ts'

const safe: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS'])

/**
 * Refuses changes on the public listener outside of known routes: they count as forged requests, whether the route
 * exists or not.
 */
export function unsafeMethodRefusal({ method, body }: Request): Refusal | undefined {
  if (safe.has(method)) return undefined
  return {
    code: 403,
    id: 'security_csrf_violation',
    reason: `There is nothing that a ${method} could change at this address.`,
    message: 'the request was stopped to protect you from cross-site request forgery',
    details: {
      docs: 'https://www.ory.sh/docs/kratos/debug/csrf',
      hint: 'Check the method and the path of the call.',
      // Only a body could have brought a token.
      ...(body !== null && { reject_reason: 'No route takes this method, so no token of its body can be checked.' }),
    },
  }
}
