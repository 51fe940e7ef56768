import type { RenderedBody } from '../request/render-document.server.ts'

/**
 * Keeps the router's data of a complete page as text: parsing it would delay the form. `ScriptsAfterPaint` runs it in
 * its order. A streamed page is not changed.
 */
export function holdScripts(document: RenderedBody): RenderedBody {
  if (!(document instanceof Uint8Array)) return document
  const text = Buffer.from(document.buffer, document.byteOffset, document.byteLength).toString()
  return Buffer.from(text.replace(routerScript, '<script$1 type="text/plain" data-held="">$2'))
}

// Text of others has no `<` in a page: React and the router both write it in another way.
const routerScript = /<script( nonce="[^"]*")?>(window\.__reactRouterContext\b)/g
