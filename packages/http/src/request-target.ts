/** The verdict on a path, with the reason of a refusal. */
export type TargetVerdict = { readonly kind: 'sound' } | { readonly kind: 'malformed'; readonly reason: string }

/**
 * Refuses paths that later layers would interpret in different ways: broken percent-encoding, control characters, and
 * paths that a careless redirect would turn into another host (`//evil.example`, `/\evil.example`).
 */
export function checkTarget(pathname: string): TargetVerdict {
  const decoded = decodePath(pathname)
  if (decoded === undefined) return malformed('The address contains a percent sign that encodes no character.')
  if (/\p{Cc}/u.test(decoded)) return malformed('The address contains a control character.')
  if (/^[/\\]{2}/.test(decoded)) return malformed('The address begins with two slashes.')
  if (decoded.includes('\\')) return malformed('The address contains a backslash.')
  return { kind: 'sound' }
}

function malformed(reason: string): TargetVerdict {
  return { kind: 'malformed', reason }
}

function decodePath(pathname: string): string | undefined {
  if (!pathname.includes('%')) return pathname
  try {
    return decodeURIComponent(pathname)
  } catch {
    return undefined
  }
}
