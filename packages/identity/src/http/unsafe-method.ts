import type { Refusal } from './answer.ts'

const safe: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS'])

/**
 * On the public listener nothing may be changed but through a known route. Whatever else tries is taken for a forged
 * request, before anybody asks whether the route exists.
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
