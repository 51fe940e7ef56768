import { withoutScripts } from '@gatehouse/contract/http'

/**
 * Returns a page as a frame of another one shows it, without its scripts, which cannot run there and would only cause
 * errors in the browser's console. While the pages are developed their styles are files, which the outer page's policy
 * allows only by the nonce.
 */
export function forFrame(document: string, nonce: string): string {
  return withoutScripts(document)
    .replaceAll(/<link rel="modulepreload"[^<>]*>/g, '')
    .replaceAll('<link rel="stylesheet"', `<link rel="stylesheet" nonce="${nonce}"`)
    .replaceAll(/ autofocus=""/gi, '')
}
