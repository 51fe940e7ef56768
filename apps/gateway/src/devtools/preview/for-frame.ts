import { withoutScripts } from '@gatehouse/contract/http'

/**
 * A page as a frame of another one shows it. It runs no script there; those of the page would only be noise in the console.
 * While the pages are developed their styles are files, which the policy of the outer page admits by the nonce alone.
 */
export function forFrame(document: string, nonce: string): string {
  return withoutScripts(document)
    .replaceAll(/<link rel="modulepreload"[^<>]*>/g, '')
    .replaceAll('<link rel="stylesheet"', `<link rel="stylesheet" nonce="${nonce}"`)
    .replaceAll(/ autofocus=""/gi, '')
}
